struct pi_hyperram_conf {
  int id;
};

void pi_hyperram_conf_init(struct pi_hyperram_conf *conf);

struct pi_hyperflash_conf {
  int id;
};

void pi_hyperflash_conf_init(struct pi_hyperflash_conf *conf);

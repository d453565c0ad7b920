struct pi_default_ram_conf {
  int id;
};

struct pi_default_flash_conf {
  int id;
};

void pi_default_ram_conf_init(struct pi_default_ram_conf *conf);
void pi_default_flash_conf_init(struct pi_default_flash_conf *conf);

int pi_flash_open(struct pi_device *device);

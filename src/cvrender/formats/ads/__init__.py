"""Read the files of NASA ADS."""

interface ImportMetaEnv {
  /** The server whose tables a site leads to, as `https://han.example.org`; empty for none. */
  readonly HAN_SITE_SERVER?: string;
}

/** Names of variables that hold secrets, or would change how a program of ours runs. */
const SECRET_NAME =
  /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|(?:^|_)(?:AUTH|PAT|PWD_HASH|DSN)(?:_|$)/i
const OWN_NAME = /^(?:ELECTRON_|NODE_OPTIONS$|NODE_CHANNEL_|RIPGREP_CONFIG_PATH$)/i
/** Values that look like a key, whatever their name. */
const SECRET_VALUE =
  /\b(?:sk|pk|rk|xai|gsk|hf|ghp|gho|github_pat|glpat|xox[abp])[-_][\w-]{8,}|\bAIza[\w-]{20,}|:\/\/[^/\s:@]+:[^/\s@]+@/

/** The environment of a command a model asked for: everything but keys and what steers this program (B-89). */
export function commandEnvironment(environment: {
  readonly [name: string]: string | undefined
}): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name, value]) =>
      value !== undefined && !SECRET_NAME.test(name) && !OWN_NAME.test(name) && !SECRET_VALUE.test(value),
  )
  return Object.fromEntries(kept)
}

/** Kinds of suspected secrets; `own` = a pattern of the person, `stored-key` = a key kept by this program. */
export type SecretKind =
  | 'stored-key'
  | 'own'
  | 'private-key'
  | 'api-key'
  | 'bearer'
  | 'url-password'
  | 'url-token'
  | 'assignment'
  | 'jwt'
  | 'email'

/** What stands in for a secret, in an export and in a checkpoint. */
export function replacement(kind: SecretKind): string {
  return `[redacted: ${kind}]`
}

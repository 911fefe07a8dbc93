/** Who a message of the user's role is from. */
export const WHO = {
  prompt: 'role.you',
  meta: 'role.meta',
  context: 'role.context',
  draft: 'role.draft',
} as const

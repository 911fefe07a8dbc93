import { z } from 'zod'

/** A section of a checkpoint, as it crosses the bridge. */
export const sectionKey = z.union([
  z.templateLiteral(['custom-', z.int().min(0).max(99)]),
  z.enum([
    'goal',
    'constraints',
    'done',
    'in-progress',
    'blocked',
    'decisions',
    'next-steps',
    'context',
    'rules',
    'plan',
    'files-modified',
    'files-read',
    'errors',
    'verified',
    'references',
    'files',
    'fixes',
    'pending',
  ]),
])

/** The question to the person was open when everything ended. */
export const NOT_ALLOWED_RESULT = '[Cancelled: the person was asked and had not allowed it. It did not run.]'

/** The reply ended before its calls were complete. */
export const BROKEN_OFF_RESULT = '[Cancelled: the reply broke off before this call could run.]'

/** Stopped before its turn came. */
export const NOT_RUN_RESULT = '[Cancelled: stopped before it ran.]'

/** Stopped while it ran: what it did until then is done. */
export const UNKNOWN_EFFECT_RESULT = '[Cancelled: stopped while it ran. Its effect is not known.]'

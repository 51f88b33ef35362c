import * as z from 'zod/mini'

/** Idempotency key of a click: a retry with the same value gets the same page, so that no one pays twice. */
export const attempt = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

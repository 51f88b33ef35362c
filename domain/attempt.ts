import * as z from 'zod/mini'

/** Identifies the person's click: a retry with the same value gets the same page, so nobody pays twice. */
export const attempt = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

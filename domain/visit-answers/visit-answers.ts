import * as z from 'zod/mini'

/** 128 bits. */
const linkToken = z.string().check(z.regex(/^[\w-]{22}$/))

export const visitOfLinkInput = z.object({ token: linkToken })

/** `acceptsLate`: the patient has read the consequence of a late cancellation. */
export const answerVisitInput = z.object({
  token: linkToken,
  answer: z.enum(['comes', 'cancels']),
  acceptsLate: z.boolean(),
})

/** A visit as the page of its link shows it, without health data. */
export interface LinkedVisit {
  clinic: { name: string; phone: string | null }
  /** With the name of the zone. */
  when: string
  state: 'open' | 'confirmed' | 'canceled'
  cancelWindowHours: number
  isLate: boolean
  /** That the clinic may charge for a cancellation now, as the patient accepted; null: nothing. */
  fee: { cents: number; currency: string } | null
  /** By the link of a guardian. */
  isForWard: boolean
  /** Signed in, for details and another time; null for a patient without an account. */
  portal: string | null
}

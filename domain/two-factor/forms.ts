import * as z from 'zod/mini'
import { twoFactorTexts as texts } from '../texts/two-factor.ts'

/** Six digits, optionally with a space in the middle. */
export const sixDigits = z.string().check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/, texts.codeBad))

export const stepCodeForm = z.object({ code: sixDigits })
export type StepCodeForm = z.infer<typeof stepCodeForm>

export const recoveryCodeForm = z.object({
  code: z.string().check(z.trim(), z.regex(/^([a-z0-9][\s-]*){16}$/i, texts.recoveryBad)),
})
export type RecoveryCodeForm = z.infer<typeof recoveryCodeForm>

export const newPhoneForm = z.object({
  phone: z.string().check(z.trim(), z.regex(/^\+?[1-9][\d\s().-]{5,24}$/, texts.phone.numberBad)),
})
export type NewPhoneForm = z.infer<typeof newPhoneForm>

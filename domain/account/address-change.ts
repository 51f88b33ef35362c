/** A change to another address without the old mailbox (docs/decisions/0178). */
import * as z from 'zod/mini'
import { accountTexts } from '../texts/account.ts'
import { sixDigits } from '../two-factor/forms.ts'

/** How long the owner of the old address can object. */
export const objectionDays = 7

/** A second step set up later may be that of a stranger with the password. */
export const secondStepAgeDays = 7

/** A change whose new address is not proven by then ends. */
export const unprovenDays = 30

export const requestAddressChangeForm = z.object({
  newEmail: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(255), z.email(accountTexts.email.invalid)),
  currentPassword: z
    .string()
    .check(z.minLength(1, accountTexts.lostMailbox.passwordMissing), z.maxLength(1_024)),
})
export type RequestAddressChange = z.infer<typeof requestAddressChangeForm>

export const proveAddressChangeForm = z.object({ code: sixDigits })
export type ProveAddressChange = z.infer<typeof proveAddressChangeForm>

export const stopAddressChangeInput = z.object({ token: z.string().check(z.regex(/^[0-9a-f]{48}$/)) })

export interface PendingAddressChange {
  newEmail: string
  /** ISO instant. */
  effectiveAt: string
  isProven: boolean
}

/** Why a person cannot request a change; null: they can. */
export type AddressChangeObstacle = 'no_second_step' | 'second_step_new' | 'unproven' | 'managed_elsewhere'

export interface OwnAddressChange {
  pending: PendingAddressChange | null
  obstacle: AddressChangeObstacle | null
}

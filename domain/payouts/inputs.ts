import * as z from 'zod/mini'
import { planKinds } from '../plans/plans.ts'
import { payoutTexts } from '../texts/payouts.ts'
import { onOneLine } from '../values/one-line.ts'
import { perPercent, ratePpmOf } from './clinic-tax.ts'

const texts = payoutTexts.tax

export const clinicTaxForm = z.object({
  name: z
    .string()
    .check(z.trim(), onOneLine(), z.minLength(1, texts.nameMissing), z.maxLength(50, texts.nameTooLong)),
  percentage: z.string().check(
    z.refine((typed) => {
      const ppm = ratePpmOf(typed)
      return ppm !== null && ppm > 0 && ppm <= 50 * perPercent
    }, texts.percentageInvalid),
  ),
  isInclusive: z.boolean(),
  planKind: z.nullable(z.enum(planKinds)),
})

export type ClinicTaxForm = z.infer<typeof clinicTaxForm>

/** Null: no tax from now on. */
export const saveClinicTaxInput = z.object({
  tax: z.nullable(z.extend(clinicTaxForm, { planKind: z._default(clinicTaxForm.shape.planKind, null) })),
})

export const setBankDebitsInput = z.object({ isOn: z.boolean() })

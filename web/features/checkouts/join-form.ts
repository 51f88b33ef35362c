import * as z from 'zod/mini'
import type { Household } from '#domain/plans/household.ts'
import { householdLimits } from '#domain/plans/household.ts'
import { birthDate } from '#domain/plans/inputs.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { onOneLine } from '#domain/values/one-line.ts'

const texts = checkoutTexts.review

export interface JoinForm {
  isPayerCovered: boolean
  adults: { name: string }[]
  children: { name: string; bornOn: string }[]
  isAgreed: boolean
  signedName: string
}

/**
 * @param today `YYYY-MM-DD`, in the clinic's time zone
 * @param isSigning false for a visitor, who sees the price before entering names
 */
export function joinFormSchema(today: string, isSigning: boolean) {
  const fullName = (missing: string) =>
    isSigning
      ? z.string().check(onOneLine(), z.minLength(1, missing), z.maxLength(200, texts.nameLong))
      : z.string()
  const name = fullName(texts.nameMissing)
  return z
    .object({
      isPayerCovered: z.boolean(),
      adults: z.array(z.object({ name })).check(z.maxLength(householdLimits.adults)),
      children: z
        .array(
          z.object({
            name,
            bornOn: birthDate.check(z.refine((day) => day <= today, planTexts.household.notBorn)),
          }),
        )
        .check(z.maxLength(householdLimits.children)),
      isAgreed: isSigning
        ? z.boolean().check(z.refine((agreed) => agreed, texts.agreement.agreeMissing))
        : z.boolean(),
      signedName: fullName(texts.signatureMissing),
    })
    .check(
      z.refine(
        ({ isPayerCovered, adults, children }) => isPayerCovered || adults.length + children.length > 0,
        { error: planTexts.household.nobody, path: ['isPayerCovered'] },
      ),
    )
}

export function joinFormFrom(household: Household | null): JoinForm {
  return {
    isPayerCovered: household?.isPayerCovered ?? true,
    adults: Array.from({ length: household?.adults ?? 0 }, () => ({ name: '' })),
    children: household?.children.map((bornOn) => ({ name: '', bornOn })) ?? [],
    isAgreed: false,
    signedName: '',
  }
}

/** The covered household; null if empty or a date of birth is missing. */
export function householdFrom(form: Pick<JoinForm, 'isPayerCovered' | 'adults' | 'children'>, today: string) {
  const children = form.children.map(({ bornOn }) => bornOn)
  const household: Household = { isPayerCovered: form.isPayerCovered, adults: form.adults.length, children }
  const isKnown = children.every((day) => birthDate.safeParse(day).success && day <= today)
  const isSomebody = household.isPayerCovered || household.adults + children.length > 0
  return isKnown && isSomebody ? household : null
}

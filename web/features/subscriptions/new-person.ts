import { birthDate } from '#domain/plans/inputs.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'

const texts = subscriptionTexts.page.household

/** Somebody who is to be covered, as typed. */
export interface NewPerson {
  key: string
  isChild: boolean
  name: string
  bornOn: string
}

/** What is missing about somebody new, by field. */
export function newPersonProblems(
  { isChild, name, bornOn }: NewPerson,
  today: string,
): { name?: string; bornOn?: string } {
  return {
    ...(name.trim() === '' ? { name: texts.nameMissing } : {}),
    ...(isChild && !birthDate.safeParse(bornOn).success ? { bornOn: texts.birthDateMissing } : {}),
    ...(isChild && bornOn > today ? { bornOn: texts.notBorn } : {}),
  }
}

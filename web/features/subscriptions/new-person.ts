import { birthDate } from '#domain/plans/inputs.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'

const texts = subscriptionTexts.page.household

export interface NewPerson {
  key: string
  isChild: boolean
  name: string
  bornOn: string
}

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

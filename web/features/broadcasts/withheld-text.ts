import { type Reason, reasons } from '#domain/broadcasts/kinds.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'

/** "2 without consent, 1 without a phone number"; empty if everyone gets it. */
export function withheldText(withheld: Partial<Record<Reason, number>>): string {
  return reasons
    .filter((reason) => withheld[reason])
    .map((reason) => `${withheld[reason]} ${broadcastTexts.withheld[reason]}`)
    .join(', ')
}

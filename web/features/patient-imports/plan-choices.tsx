import type { DryRun, OfferedPlan, PlanName } from '#domain/patient-imports/patient-imports.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Select } from '#web/components/ui/select.tsx'

const texts = patientImportTexts.plans

/** Asks once for each plan name of the file that is not a published plan. */
export function PlanChoices({
  run: { planNames: named, offers },
  planNames,
  isBusy,
  onPlanNames,
}: {
  run: DryRun
  planNames: PlanName[]
  isBusy: boolean
  onPlanNames(plans: PlanName[]): void
}) {
  const open = named.filter(({ isKnown }) => !isKnown)
  if (open.length === 0) return null
  const choose = (name: string, priceId: string) => {
    const offer = offers.find((each) => each.priceId === priceId)
    onPlanNames([
      ...planNames.filter((each) => each.name !== name),
      { name, offer: offer ? { planId: offer.planId, priceId } : null },
    ])
  }
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>{texts.hint}</CardNote>
      <div className="mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {open.map(({ name, rows, offer }) => (
          <Field key={name} label={texts.label(name, rows)}>
            {(control) => (
              <Select
                {...control}
                aria-disabled={isBusy || undefined}
                value={offer?.priceId ?? ''}
                onChange={(event) => isBusy || choose(name, event.target.value)}
              >
                <option value="">{texts.none}</option>
                {offers.map((each) => (
                  <option key={each.priceId} value={each.priceId}>
                    {texts.choice(each.name, priceText(each))}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
    </Card>
  )
}

function priceText({ amountCents, currency, interval }: OfferedPlan): string {
  return `${formatMoney(amountCents, currency)} ${checkoutTexts.perInterval[interval]}`
}

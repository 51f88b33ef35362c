import type { ComparedHealth, ComparedPatient, PatientCounts } from '#domain/patient-merges/patient-merges.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { DateText } from '#web/components/date-text.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'

const texts = patientMergeTexts.page

export function MergeSideCard({
  title,
  patient,
  clinic,
}: {
  title: string
  patient: ComparedPatient
  clinic: Clinic
}) {
  const { health, carePlan } = patient
  const phone = (stored: string) => formatPhone(stored, phoneCountry(clinic.currency))
  const counts = (Object.entries(patient.counts) as [keyof PatientCounts, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => texts.counts[kind](count))
  const healthFacts = (Object.entries(health ?? {}) as [keyof ComparedHealth, string | null][]).flatMap(
    ([fact, value]) =>
      value ? [[texts.healthFacts[fact], fact === 'emergencyPhone' ? phone(value) : value] as const] : [],
  )
  const planFacts = (['steps', 'themes', 'visits'] as const).flatMap((fact) =>
    carePlan && carePlan[fact].length > 0
      ? [[texts.carePlanFacts[fact], carePlan[fact].join(', ')] as const]
      : [],
  )
  return (
    <Card>
      <p className="text-note text-muted">{title}</p>
      <CardTitle className="break-words">{patient.name}</CardTitle>
      <Facts
        facts={[
          [texts.email, patient.email || texts.unknown],
          [texts.born, patient.bornOn ? <DateText key="born" value={patient.bornOn} /> : texts.unknown],
          [texts.phone, patient.phone ? phone(patient.phone) : texts.unknown],
          [texts.address, patient.address ?? texts.unknown],
          [texts.account, patient.hasAccount ? texts.hasAccount : texts.noAccount],
          [texts.created, <DateText key="created" value={patient.createdAt} timeZone={clinic.time_zone} />],
          [texts.has, counts.join(', ') || texts.nothing],
        ]}
      />
      {healthFacts.length > 0 && (
        <>
          <h3 className="mt-5 text-form font-semibold">{texts.health}</h3>
          <Facts facts={healthFacts} />
        </>
      )}
      {carePlan && (
        <>
          <h3 className="mt-5 text-form font-semibold">{texts.carePlan}</h3>
          <Facts
            facts={[
              ...planFacts,
              [
                texts.changed,
                <DateText key="changed" value={carePlan.changedAt} timeZone={clinic.time_zone} />,
              ],
            ]}
          />
        </>
      )}
    </Card>
  )
}

function Facts({ facts }: { facts: readonly (readonly [label: string, value: React.ReactNode])[] }) {
  return (
    <dl className="mt-4 space-y-3 text-form">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-note text-muted">{label}</dt>
          <dd className="break-words whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

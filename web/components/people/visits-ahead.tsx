import { type ReactNode, useId, useState } from 'react'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import type { VisitAhead, VisitDecisions, VisitsAhead } from '#domain/appointments/visits-ahead.ts'
import { visitsAheadTexts as texts } from '#domain/texts/appointments.ts'
import { wallClock } from '#domain/values/zones.ts'
import { Select } from '../ui/select.tsx'

type Decision = NonNullable<VisitDecisions>[number]['decision']
type Chosen = Readonly<Record<string, Decision | ''>>

/** The owner of the visits: a provider, a patient or the reader. */
type Whose = 'provider' | 'patient' | 'own'

/**
 * Asks what happens to the visits ahead of a member who leaves.
 *
 * @param ahead undefined while loading
 * @returns `question` for the dialog; `decide` returns a decision for each visit, or shows an error and returns
 * undefined
 */
export function useVisitsAhead(
  ahead: VisitsAhead | undefined,
  whose: Whose,
): { question: ReactNode; decide(): VisitDecisions | undefined; reset(): void } {
  const [chosen, setChosen] = useState<Chosen>({})
  const [isMissing, setMissing] = useState(false)
  const visits = ahead?.visits ?? []
  const reset = () => {
    setChosen({})
    setMissing(false)
  }
  const decided = visits.flatMap((visit) => {
    const decision = validDecision(chosen[visit.appointmentId], visit)
    return decision ? [{ appointmentId: visit.appointmentId, decision }] : []
  })
  const undecided = visits.length - decided.length
  const choose = (changes: Chosen) => setChosen((now) => ({ ...now, ...changes }))
  return {
    reset,
    decide() {
      setMissing(undecided > 0)
      return undecided > 0 ? undefined : decided
    },
    question: ahead && visits.length > 0 && (
      <section className="mt-4" aria-label={texts.title(visits.length)}>
        <h3 className="font-semibold">{texts.title(visits.length)}</h3>
        {whose === 'provider' ? (
          <ProviderVisits
            ahead={ahead}
            chosen={chosen}
            undecided={isMissing ? undecided : 0}
            onChoose={choose}
          />
        ) : (
          <PatientVisits
            ahead={ahead}
            words={texts[whose]}
            chosen={decided.length === visits.length ? decided[0]?.decision : undefined}
            isMissing={isMissing && undecided > 0}
            onChoose={(decision) => choose(forAll(visits, () => decision))}
          />
        )}
      </section>
    ),
  }
}

/** A provider who was free may be busy in a newer answer. */
function validDecision(decision: Decision | '' | undefined, { takers }: VisitAhead): Decision | null {
  if (!decision) return null
  return decision === 'cancel' || decision === 'retain' || takers.includes(decision) ? decision : null
}

function forAll(visits: readonly VisitAhead[], decisionOf: (visit: VisitAhead) => Decision | ''): Chosen {
  return Object.fromEntries(visits.map((visit) => [visit.appointmentId, decisionOf(visit)]))
}

function whenOf({ startsAt, timeZone }: VisitAhead): string {
  const { date } = wallClock(Date.parse(startsAt), timeZone)
  return texts.when(shortDay(date), visitClock({ startsAt, timeZone }))
}

function ProviderVisits({
  ahead: { visits, providers },
  chosen,
  undecided,
  onChoose,
}: {
  ahead: VisitsAhead
  chosen: Chosen
  undecided: number
  onChoose(changes: Chosen): void
}) {
  const id = useId()
  const nameOf = new Map(providers.map((provider) => [provider.id, provider.name]))
  const decisions = new Set(visits.map((visit) => validDecision(chosen[visit.appointmentId], visit) ?? ''))
  const [common] = decisions
  return (
    <>
      <p className="mt-1 text-form text-muted">{texts.provider.lead}</p>
      {visits.length > 1 && (
        <div className="mt-3">
          <label htmlFor={id} className="mb-1 block text-form font-semibold">
            {texts.provider.all}
          </label>
          <Select
            id={id}
            value={decisions.size === 1 ? common : 'differs'}
            onChange={({ target: { value } }) =>
              onChoose(
                forAll(visits, ({ takers, appointmentId }) =>
                  value === 'cancel' || takers.includes(value)
                    ? (value as Decision)
                    : value === ''
                      ? ''
                      : (chosen[appointmentId] ?? ''),
                ),
              )
            }
          >
            <option value="">{texts.provider.choose}</option>
            {decisions.size > 1 && (
              <option value="differs" disabled>
                {texts.provider.differs}
              </option>
            )}
            {providers.map((provider) => {
              const count = visits.filter(({ takers }) => takers.includes(provider.id)).length
              return (
                <option key={provider.id} value={provider.id}>
                  {count === visits.length
                    ? texts.provider.handOver(provider.name)
                    : texts.provider.handOverSome(provider.name, count, visits.length)}
                </option>
              )
            })}
            <option value="cancel">{texts.provider.cancelAll}</option>
          </Select>
        </div>
      )}
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {visits.map((visit) => (
          <li
            key={visit.appointmentId}
            className="grid items-center gap-x-4 gap-y-2 py-2.5 sm:grid-cols-[1fr_14rem]"
          >
            <VisitLines visit={visit} />
            <span className="min-w-0">
              <Select
                aria-label={texts.provider.one(visit.patientName, whenOf(visit))}
                aria-invalid={undecided > 0 && !validDecision(chosen[visit.appointmentId], visit)}
                aria-describedby={undecided > 0 ? `${id}-error` : undefined}
                value={validDecision(chosen[visit.appointmentId], visit) ?? ''}
                onChange={({ target: { value } }) =>
                  onChoose({ [visit.appointmentId]: value as Decision | '' })
                }
              >
                <option value="">{texts.provider.choose}</option>
                {visit.takers.map((taker) => (
                  <option key={taker} value={taker}>
                    {texts.provider.handOver(nameOf.get(taker) ?? '')}
                  </option>
                ))}
                <option value="cancel">{texts.provider.cancel}</option>
              </Select>
              {visit.takers.length === 0 && (
                <span className="mt-1 block text-note text-muted">{texts.provider.nobody}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {undecided > 0 && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-form text-danger">
          {texts.provider.missing(undecided)}
        </p>
      )}
    </>
  )
}

function VisitLines({ visit, withProvider = false }: { visit: VisitAhead; withProvider?: boolean }) {
  const { patientName, typeName, providerName } = visit
  const what = withProvider ? providerName && texts.with(providerName) : patientName
  return (
    <span className="min-w-0 text-form">
      <span className="block font-semibold break-words">{whenOf(visit)}</span>
      <span className="block break-words text-muted">{[what, typeName].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

function PatientVisits({
  ahead: { visits },
  words,
  chosen,
  isMissing,
  onChoose,
}: {
  ahead: VisitsAhead
  words: (typeof texts)['patient' | 'own']
  chosen: Decision | undefined
  isMissing: boolean
  onChoose(decision: 'cancel' | 'retain'): void
}) {
  const id = useId()
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {visits.map((visit) => (
          <li key={visit.appointmentId} className="py-2">
            <VisitLines visit={visit} withProvider />
          </li>
        ))}
      </ul>
      <fieldset
        className="mt-4"
        aria-describedby={isMissing ? `${id}-error` : undefined}
        aria-invalid={isMissing || undefined}
      >
        <legend className="font-semibold">{words.question}</legend>
        <div className="mt-2 space-y-2">
          {(['cancel', 'retain'] as const).map((value) => (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line p-3"
            >
              <input
                type="radio"
                name={id}
                className="mt-1 size-4.5 flex-none accent-primary"
                checked={chosen === value}
                onChange={() => onChoose(value)}
              />
              <span className="min-w-0">
                <span className="block font-semibold">{words[value].label}</span>
                <span className="block text-form text-muted">{words[value].hint}</span>
              </span>
            </label>
          ))}
        </div>
        {isMissing && (
          <p id={`${id}-error`} role="alert" className="mt-2 text-form text-danger">
            {words.missing}
          </p>
        )}
      </fieldset>
    </>
  )
}

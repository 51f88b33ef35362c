import { useId } from 'react'
import type { SsoDomainView } from '#domain/single-sign-on/domains.ts'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { dateInText } from '#domain/values/dates.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { CopiedValue } from './copied-value.tsx'
import { useSsoProviders } from './queries.ts'

const texts = singleSignOnTexts.domains

/** The domains of the clinic's providers, with the DNS record that proves each. */
export function DomainList({ domains, mayChange }: { domains: SsoDomainView[]; mayChange: boolean }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {texts.title}
      </h3>
      <p className="mt-1 text-form text-muted">{texts.lead}</p>
      <ul aria-labelledby={id} className="mt-4 divide-y divide-line border-y border-line">
        {domains.map((domain) => (
          <DomainRow key={domain.domain} domain={domain} mayChange={mayChange} />
        ))}
      </ul>
    </section>
  )
}

const tones = { waiting: 'warning', proven: 'success', lost: 'danger' } as const

function DomainRow({ domain: view, mayChange }: { domain: SsoDomainView; mayChange: boolean }) {
  const { domain, state, record, stopsAt } = view
  return (
    <li className="space-y-4 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            <span className="[overflow-wrap:anywhere]">{domain}</span>
            <Badge tone={stopsAt ? 'warning' : tones[state]}>{texts.states[state]}</Badge>
          </p>
          <p className="text-form text-muted">
            <Standing domain={view} />
          </p>
        </div>
        {mayChange && <CheckButton domain={domain} />}
      </div>
      {(state !== 'proven' || stopsAt) && (
        <div>
          <p className="text-form">{texts.add}</p>
          <ul className="mt-3 space-y-4">
            <CopiedValue
              label={texts.name}
              value={record.name}
              copy={<ForDomain domain={domain}>{texts.copyName}</ForDomain>}
            />
            <CopiedValue
              label={texts.value}
              value={record.value}
              copy={<ForDomain domain={domain}>{texts.copyValue}</ForDomain>}
            />
          </ul>
        </div>
      )}
    </li>
  )
}

function ForDomain({ domain, children }: { domain: string; children: string }) {
  return (
    <>
      {children}
      <span className="sr-only">{texts.forDomain(domain)}</span>
    </>
  )
}

function Standing({ domain: { state, checkedAt, stopsAt } }: { domain: SsoDomainView }) {
  const { time_zone: timeZone } = useClinic()
  if (stopsAt) return texts.missing(dateInText(stopsAt, timeZone))
  if (state === 'lost') return texts.lost
  if (state === 'proven') return texts.proven(checkedAt ? dateInText(checkedAt, timeZone) : null)
  return checkedAt ? texts.notFound(dateInText(checkedAt, timeZone)) : texts.waiting
}

function CheckButton({ domain }: { domain: string }) {
  const { check } = useSsoProviders()

  function look(): void {
    check.mutate(domain, {
      onSuccess: ({ answer }) => {
        if (answer === 'found') toast.success(texts.answers.found(domain))
        else toast.error(texts.answers[answer].title, { description: texts.answers[answer].detail })
      },
      onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    })
  }

  return (
    <Button
      variant="outline"
      aria-disabled={check.isPending || undefined}
      onClick={() => check.isPending || look()}
    >
      <ForDomain domain={domain}>{check.isPending ? texts.checking : texts.check}</ForDomain>
    </Button>
  )
}

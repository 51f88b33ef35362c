import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { GuardianView } from '#domain/guardians/guardians.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { SectionOnRequest } from '#web/components/page/section-on-request.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { LevelBadge, NextStep } from './access-text.tsx'
import { AddGuardianDialog } from './add-guardian-dialog.tsx'
import { InviteYoungPerson } from './invite-young-person.tsx'
import { guardiansQuery } from './queries.ts'

const texts = guardianTexts.person
const tones = { invited: 'info', expired: 'warning', active: 'success', ended: 'neutral' } as const

export function PersonGuardians({
  patientId,
  name,
  clinic,
}: {
  patientId: string
  name: string
  clinic: Clinic
}) {
  const may = useCan()
  const [isOpen, setOpen] = useState(false)
  const [isAdding, setAdding] = useState<Partial<GuardianView> | null>(null)
  const read = useQuery({ ...guardiansQuery(clinic.subdomain, patientId), enabled: isOpen })
  const view = read.data
  const mayChange = may('guardians:write')
  return (
    <>
      <SectionOnRequest
        title={texts.title}
        lead={texts.lead(name)}
        actions={
          mayChange &&
          view && (
            <Button variant="outline" size="small" onClick={() => setAdding({})}>
              <Plus aria-hidden />
              {texts.add}
            </Button>
          )
        }
        texts={texts}
        read={read}
        isOpen={isOpen}
        onOpen={() => setOpen(true)}
      >
        {({ guardians, bornOn, hasAccount }) => (
          <div role="status" className="space-y-4">
            {guardians.length === 0 && <p className="text-form text-muted">{texts.none}</p>}
            {bornOn === null && guardians.some(({ endedAt }) => endedAt === null) && (
              <Notice tone="warning">{texts.noBirthDate}</Notice>
            )}
            {guardians.length > 0 && (
              <ul className="divide-y divide-line">
                {guardians.map((guardian) => (
                  <Guardian
                    key={guardian.id}
                    guardian={guardian}
                    slug={clinic.subdomain}
                    onOfferAgain={mayChange ? () => setAdding(guardian) : null}
                  />
                ))}
              </ul>
            )}
            {mayChange && !hasAccount && guardians.some(({ level }) => level === 'limited') && (
              <InviteYoungPerson patientId={patientId} name={name} clinic={clinic} />
            )}
          </div>
        )}
      </SectionOnRequest>
      {view && (
        <AddGuardianDialog
          clinic={clinic}
          patientId={patientId}
          needsBirthDate={view.bornOn === null}
          offered={isAdding}
          onClose={() => setAdding(null)}
        />
      )}
    </>
  )
}

function Guardian({
  guardian,
  slug,
  onOfferAgain,
}: {
  guardian: GuardianView
  slug: string
  /** null: the reader may not */
  onOfferAgain: (() => void) | null
}) {
  const { name, email, state, level, next, acceptedAt, endedAt, endedBecause, endAskedAt } = guardian
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => callFunction('end-guardianship', { guardianId: guardian.id }),
    onSuccess: () => toast.success(texts.endedNow),
    onError: (error) => toast.error(texts.endFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'guardians') }),
  })
  const isOffer = state === 'invited' || state === 'expired'
  const ask = isOffer ? texts.takeBackAsk : texts.endAsk
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          {state === 'active' ? (
            <LevelBadge level={level} />
          ) : (
            <Badge tone={tones[state]}>{texts.states[state]}</Badge>
          )}
        </p>
        <p className="text-form break-words text-muted">{email}</p>
        <p className="mt-1 text-form break-words">
          {texts.agreedBy} {guardian.agreedBy}
        </p>
        <p className="mt-1 text-note text-muted">
          {acceptedAt && (
            <>
              {texts.since} <DateText value={acceptedAt} />
            </>
          )}
          {endedAt && endedBecause && (
            <>
              {acceptedAt && ' · '}
              {texts.ended} <DateText value={endedAt} /> {texts.because[endedBecause]}
            </>
          )}
          {!endedAt && next && (
            <>
              {acceptedAt && ' · '}
              <NextStep next={next} />
            </>
          )}
        </p>
        {endAskedAt && !endedAt && (
          <Notice tone="warning" className="mt-3">
            {texts.asked}
          </Notice>
        )}
      </div>
      {onOfferAgain && state !== 'ended' && (
        <div className="flex flex-wrap gap-2">
          {isOffer && (
            <Button variant="outline" size="small" aria-label={texts.againOf(name)} onClick={onOfferAgain}>
              {texts.again}
            </Button>
          )}
          <AskFirst
            label={isOffer ? texts.takeBack : texts.end}
            accessibleLabel={isOffer ? texts.takeBackOf(name) : texts.endOf(name)}
            ask={{ ...ask, title: ask.title(name) }}
            isBusy={end.isPending}
            onAction={(close) => end.mutate(undefined, { onSettled: close })}
          />
        </div>
      )}
    </li>
  )
}

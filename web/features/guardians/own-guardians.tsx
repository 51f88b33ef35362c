import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GuardianView } from '#domain/guardians/guardians.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { LevelBadge, NextStep } from './access-text.tsx'
import { guardiansQuery } from './queries.ts'

const texts = guardianTexts.own

export function OwnGuardians({ clinic }: { clinic: Clinic }) {
  const read = useQuery(guardiansQuery(clinic.subdomain, null))
  if (read.isError && !read.data)
    return <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  // the cards below appear together with it
  if (read.isPending) return <span hidden aria-busy="true" />
  const guardians = read.data?.guardians ?? []
  if (guardians.length === 0) return null
  return (
    <Card role="region" aria-label={texts.title}>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote className="mb-4">{texts.lead}</CardNote>
      <ul className="divide-y divide-line">
        {guardians.map((guardian) => (
          <Guardian key={guardian.id} guardian={guardian} slug={clinic.subdomain} />
        ))}
      </ul>
    </Card>
  )
}

function Guardian({ guardian, slug }: { guardian: GuardianView; slug: string }) {
  const { name, state, level, next, endedAt, endAskedAt } = guardian
  const queryClient = useQueryClient()
  const askToEnd = useMutation({
    mutationFn: () => callFunction('ask-to-end-guardianship', { guardianId: guardian.id }),
    onSuccess: () => toast.success(texts.askedNow),
    onError: (error) => toast.error(texts.askFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'guardians') }),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          <LevelBadge level={level} />
        </p>
        {level && <p className="mt-1 text-form">{guardianTexts.meaning[level]}</p>}
        <p className="mt-1 text-note text-muted">
          {endedAt ? (
            <>
              {guardianTexts.person.ended} <DateText value={endedAt} />
            </>
          ) : (
            <NextStep next={next} />
          )}
        </p>
        {endAskedAt && !endedAt && <p className="mt-1 text-form">{texts.asked}</p>}
      </div>
      {state === 'active' && !endAskedAt && (
        <AskFirst
          label={texts.ask}
          accessibleLabel={texts.askOf(name)}
          ask={{ ...texts.askFirst, title: texts.askFirst.title(name) }}
          isBusy={askToEnd.isPending}
          onAction={(close) => askToEnd.mutate(undefined, { onSettled: close })}
        />
      )}
    </li>
  )
}

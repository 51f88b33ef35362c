import { useQuery } from '@tanstack/react-query'
import { Laptop, type LucideIcon, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OwnSession } from '#domain/account/own-sessions.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { TimeText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { deviceLabel, ownSessionsQuery, useEndSessions } from './own-session-queries.ts'

const texts = accountTexts.sessions

/** Lists and ends the user's sessions. @param openLabel label of a button that opens the list; open without it */
export function OwnSessions({ openLabel }: { openLabel?: string }) {
  const [isOpen, setOpen] = useState(openLabel === undefined)
  const sessions = useQuery({ ...ownSessionsQuery(useClinicSlug()), enabled: isOpen })
  const title = useFocusWhenFewer(sessions.data?.length ?? 0)
  if (sessions.isError && !sessions.data) {
    return (
      <div className="mt-6">
        <ErrorState title={texts.readFailed} onRetry={() => void sessions.refetch()} />
      </div>
    )
  }
  const others = sessions.data?.filter((session) => !session.is_current) ?? []
  return (
    <Card className="mt-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <CardTitle ref={title} tabIndex={-1}>
            {texts.title}
          </CardTitle>
          <CardNote>{texts.lead}</CardNote>
        </div>
        {isOpen ? (
          others.length > 0 && <EndOthers count={others.length} />
        ) : (
          <Button
            variant="outline"
            onClick={() => {
              setOpen(true)
              title.current?.focus({ preventScroll: true })
            }}
          >
            {openLabel}
          </Button>
        )}
      </div>
      {!isOpen ? null : sessions.data ? (
        <>
          <ul className="mt-4 divide-y divide-line">
            {sessions.data.map((session) => (
              <Session key={session.id} session={session} isOnly={others.length === 0} />
            ))}
          </ul>
          {others.length === 0 && <p className="mt-2 text-form text-muted">{texts.only}</p>}
        </>
      ) : (
        <Loading label={texts.loading}>
          <Skeleton className="mt-6 h-14 w-full" />
          <Skeleton className="mt-4 h-14 w-full" />
        </Loading>
      )}
    </Card>
  )
}

function useFocusWhenFewer(count: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) heading.current?.focus({ preventScroll: true })
    before.current = count
  }, [count])
  return heading
}

/** @param isOnly omits the "this device" mark, which the text below contains */
function Session({ session, isOnly }: { session: OwnSession; isOnly: boolean }) {
  const Icon = iconOf(session)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span className="grid size-10 flex-none place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {deviceLabel(session)}
          {session.is_current && !isOnly && <Badge tone="tint">{texts.current}</Badge>}
        </p>
        <p className="text-form break-words text-muted">
          {session.ip ? texts.address(session.ip) : texts.noAddress}
        </p>
        <p className="text-form text-muted">
          {session.is_current ? (
            texts.inUse
          ) : (
            <>
              {texts.lastUsed} <TimeText value={session.last_used_at} />
            </>
          )}
        </p>
      </div>
      {!session.is_current && <EndOne session={session} />}
    </li>
  )
}

function EndOne({ session }: { session: OwnSession }) {
  const { endOne } = useEndSessions()
  const device = deviceLabel(session)
  return (
    <AskFirst
      className="max-sm:ml-14"
      label={texts.end}
      accessibleLabel={texts.endThis(device)}
      ask={{ ...texts.ask, title: texts.ask.title(device) }}
      isBusy={endOne.isPending}
      onAction={(close) => endOne.mutate(session, { onSettled: close })}
    />
  )
}

function EndOthers({ count }: { count: number }) {
  const { endOthers } = useEndSessions()
  return (
    <AskFirst
      label={texts.endOthers}
      ask={{ ...texts.askOthers, consequence: texts.askOthers.consequence(count) }}
      isBusy={endOthers.isPending}
      onAction={(close) => endOthers.mutate(undefined, { onSettled: close })}
    />
  )
}

function iconOf({ device }: OwnSession): LucideIcon {
  return device.system && ['iPhone', 'iPad', 'Android'].includes(device.system) ? Smartphone : Laptop
}

import { useQuery } from '@tanstack/react-query'
import { Check, RotateCcw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { messageTexts } from '#domain/texts/messages.ts'
import { DateText } from '#web/components/date-text.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { colleaguesQuery } from '#web/lib/clinic/colleagues.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { threadQuery } from './queries.ts'
import { useThreadActions } from './use-thread-actions.ts'

const texts = messageTexts.desk

/** A thread's header in the inbox: patient, assignee and state. @param person the patient */
export function ThreadDesk({
  clinic,
  patientId,
  person,
}: {
  clinic: Clinic
  patientId: string
  person: ReactNode
}) {
  const may = useCan()
  const id = useId()
  const { user } = useSession()
  const { data: thread } = useQuery(threadQuery(clinic.subdomain, patientId, 'clinic'))
  const { data: colleagues } = useQuery(colleaguesQuery(clinic, 'messages:write'))
  const { assign, close, reopen } = useThreadActions(clinic.subdomain, patientId)
  const nameOf = (userId: string | null) =>
    colleagues?.find((colleague) => colleague.userId === userId)?.name ?? texts.formerColleague
  const isBusy = close.isPending || reopen.isPending
  const isGone = thread?.assigneeId && !colleagues?.some(({ userId }) => userId === thread.assigneeId)

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-3">
      {person}
      {thread && colleagues && may('messages:write') && (
        <div className="flex flex-wrap items-center gap-3">
          <label htmlFor={id} className="sr-only">
            {texts.assignee}
          </label>
          <div className="w-52">
            <Select
              id={id}
              disabled={assign.isPending}
              value={thread.assigneeId ?? ''}
              onChange={({ target }) =>
                assign.mutate({ userId: target.value || null, name: nameOf(target.value) })
              }
            >
              <option value="">{texts.nobody}</option>
              {isGone && <option value={thread.assigneeId ?? ''}>{texts.formerColleague}</option>}
              {colleagues.map(({ userId, name }) => (
                <option key={userId} value={userId}>
                  {userId === user?.id ? texts.me(name) : name}
                </option>
              ))}
            </Select>
          </div>
          {thread.closedAt ? (
            <Button variant="outline" disabled={isBusy} onClick={() => reopen.mutate()}>
              {isBusy ? <Spinner /> : <RotateCcw aria-hidden />}
              {texts.reopen}
            </Button>
          ) : (
            <Button
              variant="outline"
              disabled={isBusy}
              title={texts.closeHint}
              onClick={() => close.mutate()}
            >
              {isBusy ? <Spinner /> : <Check aria-hidden />}
              {texts.close}
            </Button>
          )}
        </div>
      )}
      {thread?.closedAt && (
        <p className="w-full text-note text-muted">
          {texts.closedBy(nameOf(thread.closedBy))}{' '}
          <DateText value={thread.closedAt} timeZone={clinic.time_zone} />
        </p>
      )}
    </div>
  )
}

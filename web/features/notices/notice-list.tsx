import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff, CheckCheck } from 'lucide-react'
import { userNoticeTexts } from '#domain/texts/notices.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { NoticeRow } from './notice-row.tsx'
import { type Notice, noticesQuery } from './queries.ts'
import { useMarkRead } from './use-mark-read.ts'

const texts = userNoticeTexts

/**
 * The user's notices, newest first.
 *
 * @param shown maximum number; by default all, by page
 * @param onFollow called when a notice is opened
 */
export function NoticeList({
  clinic,
  shown,
  onFollow,
}: {
  clinic: Clinic
  shown?: number
  onFollow?: () => void
}) {
  const list = useInfiniteQuery(noticesQuery(clinic.subdomain))
  const markRead = useMarkRead(clinic.subdomain)
  if (list.isPending) {
    return (
      <Loading label={texts.loading}>
        <Skeleton className="h-14" />
        <Skeleton className="mt-2 h-14" />
        <Skeleton className="mt-2 h-14" />
      </Loading>
    )
  }
  if (!list.data) return <ErrorState title={texts.failed} onRetry={() => void list.refetch()} />
  const all = list.data.pages.flat()
  if (all.length === 0) {
    return (
      <EmptyState icon={BellOff} title={texts.empty.title}>
        {texts.empty.text}
      </EmptyState>
    )
  }
  const [newest] = all
  const follow = ({ id, isUnread }: Notice) => {
    if (isUnread) markRead.mutate({ noticeIds: [id] })
    onFollow?.()
  }
  return (
    <>
      {all.some(({ isUnread }) => isUnread) && newest && (
        <div className="flex justify-end">
          <Button
            variant="quiet"
            disabled={markRead.isPending}
            onClick={() => markRead.mutate({ noticeIds: [], until: newest.noticedAt })}
          >
            {markRead.isPending ? <Spinner /> : <CheckCheck aria-hidden />}
            {texts.markAll}
          </Button>
        </div>
      )}
      <ul className="space-y-0.5">
        {all.slice(0, shown).map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            timeZone={clinic.time_zone}
            onFollow={() => follow(notice)}
          />
        ))}
      </ul>
      {!shown && (
        <div className="mt-4 flex justify-center empty:hidden">
          <MoreButton list={list}>{texts.more}</MoreButton>
        </div>
      )}
    </>
  )
}

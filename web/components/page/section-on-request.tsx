import { Eye, type LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { ErrorState } from '../error-state.tsx'
import { Button } from '../ui/button.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { SectionCard } from './section-card.tsx'

/**
 * A section read only on request: each read of a record enters the patient's history, which an open page must not fill.
 *
 * @param read a query enabled by `isOpen`; null data means nothing was found
 * @param children renders the data
 */
export function SectionOnRequest<Data>({
  title,
  actions,
  lead,
  texts,
  icon: Icon = Eye,
  read,
  isOpen,
  onOpen,
  children,
}: {
  title: string
  actions?: ReactNode
  lead?: string | undefined
  texts: { show: string; failed: string; none?: string; loading?: string }
  icon?: LucideIcon
  read: { data: Data | undefined; isPending: boolean; refetch(): unknown }
  isOpen: boolean
  onOpen(): void
  children(data: NonNullable<Data>): ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const open = () => {
    onOpen()
    // the pressed button disappears
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <SectionCard
      title={title}
      note={lead}
      titleRef={heading}
      actions={
        <>
          {!isOpen && (
            <Button variant="outline" size="small" onClick={open}>
              <Icon aria-hidden />
              {texts.show}
            </Button>
          )}
          {actions}
        </>
      }
    >
      {!isOpen ? null : read.isPending ? (
        <Loading {...(texts.loading && { label: texts.loading })}>
          <Skeleton className="h-24 rounded-control" />
        </Loading>
      ) : read.data === undefined ? (
        <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
      ) : read.data === null ? (
        <p role="status" className="text-form text-muted">
          {texts.none}
        </p>
      ) : (
        children(read.data)
      )}
    </SectionCard>
  )
}

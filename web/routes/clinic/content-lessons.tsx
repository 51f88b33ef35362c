import { useQuery } from '@tanstack/react-query'
import { BookOpen, Library, ListPlus, Plus, RefreshCw, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { contentPath } from '#domain/paths.ts'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DropdownMenuItem } from '#web/components/ui/dropdown-menu.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { AssignDialog } from '#web/features/assignments/assign-dialog.tsx'
import { PushCorrection } from '#web/features/assignments/push-correction.tsx'
import { ContentList } from '#web/features/content/content-list.tsx'
import { type ContentItem, contentQuery } from '#web/features/content/queries.ts'
import { ViewerCard } from '#web/features/content/viewer-card.tsx'
import { AddToProgram } from '#web/features/programs/add-to-program.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'

const texts = contentTexts

interface Asked {
  item: Pick<ContentItem, 'id' | 'title'>
  action: 'assign' | 'add' | 'correct'
}

/** The tab Lessons: the clinic's content and what the team does with it. */
export function ContentLessons({
  clinic,
  onCreate,
  onExamples,
}: {
  clinic: Clinic
  onCreate(): void
  onExamples(): void
}) {
  const may = useCan()
  const content = useQuery(contentQuery(clinic.subdomain))
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const of = (action: Asked['action']) => (asked?.action === action ? asked.item : null)
  const assigned = of('assign')

  if (content.isPending)
    return (
      <Loading>
        <Skeleton className="h-11 rounded-control" />
        <Skeleton className="mt-4 h-96 rounded-card" />
      </Loading>
    )
  if (!content.data) return <ErrorState title={texts.list.failed} onRetry={() => void content.refetch()} />
  if (content.data.length === 0)
    return (
      <EmptyState
        icon={BookOpen}
        title={texts.list.empty}
        action={
          may('content:write') && (
            <>
              <Button onClick={onCreate}>
                <Plus aria-hidden />
                {texts.create}
              </Button>
              <Button variant="outline" onClick={onExamples}>
                <Library aria-hidden />
                {texts.examples}
              </Button>
            </>
          )
        }
      >
        {may('content:write') ? texts.list.emptyLead : texts.list.emptyReadOnly}
      </EmptyState>
    )
  return (
    <div className="space-y-6">
      <ContentList
        items={content.data}
        pathOf={contentPath}
        itemsFor={(item) =>
          item.status === 'published' && (
            <>
              {may('lessons:assign') && (
                <DropdownMenuItem onSelect={() => setAsked({ item, action: 'assign' })}>
                  <UserPlus aria-hidden />
                  {assignmentTexts.assign}
                </DropdownMenuItem>
              )}
              {may('content:write') && (
                <DropdownMenuItem onSelect={() => setAsked({ item, action: 'add' })}>
                  <ListPlus aria-hidden />
                  {programTexts.addTo.action}
                </DropdownMenuItem>
              )}
              {may('lessons:assign') && (
                <DropdownMenuItem onSelect={() => setAsked({ item, action: 'correct' })}>
                  <RefreshCw aria-hidden />
                  {assignmentTexts.correction.action}
                </DropdownMenuItem>
              )}
            </>
          )
        }
      />
      <ViewerCard />
      <AssignDialog clinic={clinic} open={assigned && { lesson: assigned }} onClose={close} />
      <AddToProgram clinic={clinic} item={of('add')} onClose={close} />
      <PushCorrection resource={of('correct')} onClose={close} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { BookOpen, Building2, FileUp, Library, Plus } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { contentPath } from '#domain/paths.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { ContentInsights } from '#web/features/content/content-insights.tsx'
import { ContentList } from '#web/features/content/content-list.tsx'
import { CreateDialog } from '#web/features/content/create-dialog.tsx'
import { ExamplesDialog } from '#web/features/content/examples-dialog.tsx'
import { ImportDialog } from '#web/features/content/import-dialog.tsx'
import { contentQuery } from '#web/features/content/queries.ts'
import { SharingDialog } from '#web/features/content/sharing-dialog.tsx'
import { ViewerCard } from '#web/features/content/viewer-card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useKeptFocus } from '#web/lib/page/restore-focus.ts'
import { ResourceLibrary } from './resource-library.tsx'

const texts = contentTexts

export default function Content() {
  const clinic = useClinic()
  useKeptFocus()
  const may = useCan()
  const content = useQuery(contentQuery(clinic.subdomain))
  const [isCreating, setCreating] = useCreating()
  const examples = may('content:write') && (
    <ExamplesDialog>
      <Button variant="outline">
        <Library aria-hidden />
        {texts.examples}
      </Button>
    </ExamplesDialog>
  )
  return (
    <>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        lead={texts.lead(clinic.name)}
        actions={
          may('content:write') && (
            <>
              {examples}
              <SharingDialog>
                <Button variant="outline">
                  <Building2 aria-hidden />
                  {texts.sharing.open}
                </Button>
              </SharingDialog>
              <ImportDialog>
                <Button variant="outline">
                  <FileUp aria-hidden />
                  {texts.import.open}
                </Button>
              </ImportDialog>
              <Create isOpen={isCreating} onOpenChange={setCreating} />
            </>
          )
        }
      />
      <div className="mt-8 space-y-10">
        {content.isPending ? (
          <Loading>
            <Skeleton className="h-11 rounded-control" />
            <Skeleton className="mt-6 h-96 rounded-card" />
          </Loading>
        ) : !content.data ? (
          <ErrorState title={texts.list.failed} onRetry={() => void content.refetch()} />
        ) : content.data.length === 0 ? (
          <>
            <EmptyState icon={BookOpen} title={texts.list.empty} action={examples}>
              {may('content:write') ? texts.list.emptyLead : texts.list.emptyReadOnly}
            </EmptyState>
            <ResourceLibrary clinic={clinic} onCreate={() => setCreating(true)} />
          </>
        ) : (
          <>
            <ContentList items={content.data} pathOf={contentPath} />
            <ContentInsights items={content.data} />
            <ResourceLibrary clinic={clinic} onCreate={() => setCreating(true)} />
            <ViewerCard />
          </>
        )}
      </div>
    </>
  )
}

/** `?new=content` opens the dialog, also for links from other pages. */
function useCreating(): [isCreating: boolean, setCreating: (isOpen: boolean) => void] {
  const [query, setQuery] = useSearchParams()
  const setCreating = (isOpen: boolean) =>
    setQuery(
      (now) => {
        if (isOpen) now.set('new', 'content')
        else now.delete('new')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return [query.get('new') === 'content', setCreating]
}

function Create(props: { isOpen: boolean; onOpenChange(isOpen: boolean): void }) {
  const navigate = useNavigate()
  return (
    <CreateDialog {...props} onCreated={(itemId) => void navigate(withClinic(contentPath(itemId)))}>
      <Button>
        <Plus aria-hidden />
        {texts.create}
      </Button>
    </CreateDialog>
  )
}

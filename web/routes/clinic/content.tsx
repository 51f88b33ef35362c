import { useQuery } from '@tanstack/react-query'
import { Building2, Ellipsis, FileUp, Library, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { contentPath, contentProgramPath, paths } from '#domain/paths.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { AssignDialog, type OpenAssign } from '#web/features/assignments/assign-dialog.tsx'
import { ContentInsights } from '#web/features/content/content-insights.tsx'
import { CreateDialog } from '#web/features/content/create-dialog.tsx'
import { ExamplesDialog } from '#web/features/content/examples-dialog.tsx'
import { ImportDialog } from '#web/features/content/import-dialog.tsx'
import { contentQuery } from '#web/features/content/queries.ts'
import { SharingDialog } from '#web/features/content/sharing-dialog.tsx'
import { ProgramCards } from '#web/features/programs/program-cards.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { queryClient } from '#web/lib/fetch/query-client.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useKeptFocus } from '#web/lib/page/restore-focus.ts'
import { ContentLessons } from './content-lessons.tsx'

const texts = contentTexts
const allTabs = ['lessons', 'programs', 'insights'] as const

// loads the charts only when opened
const LearningAnalytics = lazy(() => loadPart(() => import('#web/features/analytics/learning-analytics.tsx')))

/** Content, health programs and their use, each in a tab (docs/specification.md B2.13, docs/decisions/0183). */
export default function Content() {
  const clinic = useClinic()
  useKeptFocus()
  const may = useCan()
  const [tab, choose] = useTab(allTabs)
  const [isCreating, setCreating] = useCreating()
  const [opened, setOpened] = useState<'examples' | 'sharing' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        lead={texts.lead(clinic.name)}
        actions={
          may('content:write') && (
            <>
              <Create isOpen={isCreating} onOpenChange={setCreating} />
              <ImportDialog>
                <Button variant="outline">
                  <FileUp aria-hidden />
                  {texts.import.open}
                </Button>
              </ImportDialog>
              <MoreMenu onOpen={setOpened} />
            </>
          )
        }
      />
      <Tabs className="mt-4" value={tab} onValueChange={choose}>
        <TabsList aria-label={programTexts.tabs.label}>
          {allTabs.map((name) => (
            <TabsTrigger key={name} value={name}>
              {programTexts.tabs[name]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="lessons">
          <ContentLessons
            clinic={clinic}
            onCreate={() => setCreating(true)}
            onExamples={() => setOpened('examples')}
          />
        </TabsContent>
        <TabsContent value="programs">
          <Programs clinic={clinic} />
        </TabsContent>
        <TabsContent value="insights">
          <Insights clinic={clinic} />
        </TabsContent>
      </Tabs>
      <ExamplesDialog isOpen={opened === 'examples'} onClose={close} />
      <SharingDialog isOpen={opened === 'sharing'} onClose={close} />
    </>
  )
}

Content.firstReads = (clinic: Clinic) => void queryClient.prefetchQuery(contentQuery(clinic.subdomain))

function Programs({ clinic }: { clinic: Clinic }) {
  const [assigned, setAssigned] = useState<OpenAssign | null>(null)
  const { state } = useLocation()
  return (
    <>
      <ProgramCards
        clinic={clinic}
        newPath={paths.contentNewProgram}
        pathOf={contentProgramPath}
        savedId={state?.savedProgram ?? null}
        onAssign={(program) => setAssigned({ program })}
      />
      <AssignDialog clinic={clinic} open={assigned} onClose={() => setAssigned(null)} />
    </>
  )
}

function Insights({ clinic }: { clinic: Clinic }) {
  const may = useCan()
  const content = useQuery(contentQuery(clinic.subdomain))
  return (
    <div className="space-y-6">
      {content.data && <ContentInsights items={content.data} />}
      {may('lessons:read') && (
        <Suspense
          fallback={
            <Loading>
              <Skeleton className="h-64 rounded-card" />
            </Loading>
          }
        >
          <LearningAnalytics clinic={clinic} />
        </Suspense>
      )}
    </div>
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

function MoreMenu({ onOpen }: { onOpen(dialog: 'examples' | 'sharing'): void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="icon" aria-label={texts.more}>
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => onOpen('examples')}>
          <Library aria-hidden />
          {texts.examples}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onOpen('sharing')}>
          <Building2 aria-hidden />
          {texts.sharing.open}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

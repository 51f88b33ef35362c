import { FileUp, ListPlus, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { contentProgramPath, paths } from '#domain/paths.ts'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DropdownMenuItem } from '#web/components/ui/dropdown-menu.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { AssignDialog, type OpenAssign } from '#web/features/assignments/assign-dialog.tsx'
import { ResourceTable } from '#web/features/assignments/resource-table.tsx'
import { ImportDialog } from '#web/features/content/import-dialog.tsx'
import { useContentActions } from '#web/features/content/use-content-actions.ts'
import { AddToProgram } from '#web/features/programs/add-to-program.tsx'
import { ProgramCards } from '#web/features/programs/program-cards.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const texts = programTexts.tabs
const allTabs = ['resources', 'programs', 'analytics'] as const

// loads the charts only when opened
const LearningAnalytics = lazy(() => loadPart(() => import('#web/features/analytics/learning-analytics.tsx')))

/**
 * Published content and health programs, to assign to patients (docs/specification.md B2.13).
 *
 * @param onCreate creates new content
 */
export function ResourceLibrary({ clinic, onCreate }: { clinic: Clinic; onCreate(): void }) {
  const may = useCan()
  const tabs = allTabs.filter((name) => name !== 'analytics' || may('lessons:read'))
  const [tab, choose] = useTab(allTabs)
  const [added, setAdded] = useState<{ id: string; title: string } | null>(null)
  const [deleted, setDeleted] = useState<{ id: string; title: string } | null>(null)
  const { remove } = useContentActions()
  const [assigned, setAssigned] = useState<OpenAssign | null>(null)
  return (
    <section aria-labelledby="resource-library">
      <h2 id="resource-library" className="mb-4 font-display text-h3 font-medium">
        {assignmentTexts.resources.libraryTitle}
      </h2>
      <Tabs value={tab} onValueChange={choose}>
        <TabsList aria-label={texts.label}>
          {tabs.map((name) => (
            <TabsTrigger key={name} value={name}>
              {texts[name]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="resources">
          <ResourceTable
            clinic={clinic}
            actions={
              may('content:write') && (
                <>
                  <ImportDialog>
                    <Button variant="outline">
                      <FileUp aria-hidden />
                      {contentTexts.import.open}
                    </Button>
                  </ImportDialog>
                  <Button variant="outline" onClick={onCreate}>
                    <Plus aria-hidden />
                    {assignmentTexts.resources.create}
                  </Button>
                </>
              )
            }
            itemsFor={(resource) =>
              may('content:write') && (
                <DropdownMenuItem onSelect={() => setAdded(resource)}>
                  <ListPlus aria-hidden />
                  {programTexts.addTo.action}
                </DropdownMenuItem>
              )
            }
            lastItemFor={(resource) =>
              may('content:write') && (
                <DropdownMenuItem danger onSelect={() => setDeleted(resource)}>
                  <Trash2 aria-hidden />
                  {contentTexts.actions.delete}
                </DropdownMenuItem>
              )
            }
          />
        </TabsContent>
        <TabsContent value="programs">
          <ProgramCards
            clinic={clinic}
            newPath={paths.contentNewProgram}
            pathOf={contentProgramPath}
            onAssign={(program) => setAssigned({ program })}
          />
        </TabsContent>
        <TabsContent value="analytics">
          {tab === 'analytics' && may('lessons:read') && (
            <Suspense fallback={<AnalyticsSkeleton />}>
              <LearningAnalytics clinic={clinic} />
            </Suspense>
          )}
        </TabsContent>
      </Tabs>
      <AlertDialog
        open={deleted !== null}
        onOpenChange={(isOpen) => isOpen || setDeleted(null)}
        title={contentTexts.deleteAsk.title(deleted?.title ?? '')}
        consequence={contentTexts.deleteAsk.text}
        safeLabel={contentTexts.deleteAsk.keep}
        actionLabel={contentTexts.deleteAsk.confirm}
        isBusy={remove.isPending}
        onAction={() =>
          deleted &&
          remove.mutate({ itemId: deleted.id, isDeleted: true }, { onSettled: () => setDeleted(null) })
        }
      />
      <AddToProgram clinic={clinic} item={added} onClose={() => setAdded(null)} />
      <AssignDialog clinic={clinic} open={assigned} onClose={() => setAssigned(null)} />
    </section>
  )
}

function AnalyticsSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-64 rounded-card" />
    </Loading>
  )
}

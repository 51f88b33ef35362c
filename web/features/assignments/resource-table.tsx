import { useMutation, useQuery } from '@tanstack/react-query'
import { BookOpen, Ellipsis, RefreshCw, UserPlus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { matchesSearch } from '#domain/learning/search.ts'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SearchField } from '#web/components/form/search-field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { type Resource, resourcesQuery } from './queries.ts'

const texts = assignmentTexts.resources
const shownAtFirst = 10

/**
 * The tab Resources: published content that can be assigned (docs/specification.md B2.13).
 *
 * @param actions above the table
 * @param itemsFor further actions of a row
 * @param lastItemFor its last action
 */
export function ResourceTable({
  clinic,
  actions,
  itemsFor,
  lastItemFor,
}: {
  clinic: Clinic
  actions?: ReactNode
  itemsFor?(resource: Resource): ReactNode
  lastItemFor?(resource: Resource): ReactNode
}) {
  const resources = useQuery(resourcesQuery(clinic.subdomain))
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const [assigned, setAssigned] = useState<Resource | null>(null)
  const [corrected, setCorrected] = useState<Resource | null>(null)
  const may = useCan()
  if (resources.isPending)
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  if (!resources.data) return <ErrorState title={texts.failed} onRetry={() => void resources.refetch()} />
  if (resources.data.length === 0)
    return (
      <EmptyState icon={BookOpen} title={texts.empty} action={actions}>
        {texts.emptyLead}
      </EmptyState>
    )
  const categories = [...new Set(resources.data.map((each) => each.category))].sort((a, b) =>
    a.localeCompare(b, 'en-US'),
  )
  const found = resources.data.filter(
    (each) => matchesSearch(each, search) && (category === '' || each.category === category),
  )
  const shown = showsAll ? found : found.slice(0, shownAtFirst)
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-end gap-3">
        <search className="grid min-w-0 flex-1 gap-3 max-sm:basis-full sm:grid-cols-2">
          <SearchField label={texts.search} value={search} onChange={setSearch} />
          <Field label={texts.category}>
            {(control) => (
              <Select {...control} value={category} onChange={({ target }) => setCategory(target.value)}>
                <option value="">{texts.allCategories}</option>
                {categories.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </search>
        {actions}
      </div>
      {found.length === 0 ? (
        <p role="status" className="text-form text-muted">
          {texts.none}
        </p>
      ) : (
        <Table label={texts.label}>
          <thead>
            <tr>
              <th scope="col">{contentTexts.list.columns.title}</th>
              <th scope="col">{contentTexts.list.columns.type}</th>
              <th scope="col">{contentTexts.list.columns.category}</th>
              <th scope="col" data-align="end">
                {contentTexts.list.columns.views}
              </th>
              <th scope="col" data-align="end">
                {contentTexts.list.columns.actions}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((resource) => (
              <tr key={resource.id}>
                <Cell phone="title">
                  <span className="font-semibold break-words max-sm:block max-sm:truncate">
                    {resource.title}
                  </span>
                </Cell>
                <Cell>{contentTexts.types[resource.type]}</Cell>
                <Cell phone="note">{resource.category}</Cell>
                <Cell align="end">{resource.views.toLocaleString('en-US')}</Cell>
                <Cell phone="menu" align="end">
                  {may('lessons:assign') && (
                    <DropdownMenu>
                      <DropdownMenuTrigger asChild>
                        <Button variant="quiet" size="icon" aria-label={texts.actionsFor(resource.title)}>
                          <Ellipsis aria-hidden />
                        </Button>
                      </DropdownMenuTrigger>
                      <DropdownMenuContent>
                        <DropdownMenuItem onSelect={() => setAssigned(resource)}>
                          <UserPlus aria-hidden />
                          {assignmentTexts.assign}
                        </DropdownMenuItem>
                        {itemsFor?.(resource)}
                        <DropdownMenuItem onSelect={() => setCorrected(resource)}>
                          <RefreshCw aria-hidden />
                          {assignmentTexts.correction.action}
                        </DropdownMenuItem>
                        {lastItemFor?.(resource)}
                      </DropdownMenuContent>
                    </DropdownMenu>
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {shown.length < found.length && (
        <Button variant="quiet" size="small" onClick={() => setShowsAll(true)}>
          {texts.more(found.length)}
        </Button>
      )}
      <AssignDialog
        clinic={clinic}
        open={assigned && { lesson: assigned }}
        onClose={() => setAssigned(null)}
      />
      <PushCorrection resource={corrected} onClose={() => setCorrected(null)} />
    </div>
  )
}

function PushCorrection({ resource, onClose }: { resource: Resource | null; onClose(): void }) {
  const id = useId()
  const [asksAgain, setAsksAgain] = useState(false)
  const refresh = useRefreshClinic()
  const { correction } = assignmentTexts
  const push = useMutation({
    mutationFn: (input: { itemId: string; asksAgain: boolean }) => callFunction('push-correction', input),
    onSuccess: ({ changed }) => toast.success(correction.done(changed)),
    onError: (error) => toast.error(correction.failed, describeRefusal(error, assignmentTexts.tryAgain)),
    onSettled: () => {
      onClose()
      setAsksAgain(false)
      void refresh()
    },
  })
  return (
    <AlertDialog
      open={resource !== null}
      onOpenChange={(isOpen) => isOpen || push.isPending || onClose()}
      title={correction.title(resource?.title ?? '')}
      consequence={correction.text}
      safeLabel={correction.cancel}
      actionLabel={correction.confirm}
      actionVariant="primary"
      isBusy={push.isPending}
      onAction={() => resource && push.mutate({ itemId: resource.id, asksAgain })}
    >
      <Label htmlFor={id} className="mt-4 flex min-h-11 items-center gap-3 font-normal">
        <Checkbox id={id} checked={asksAgain} onChange={({ target }) => setAsksAgain(target.checked)} />
        {correction.asksAgain}
      </Label>
    </AlertDialog>
  )
}

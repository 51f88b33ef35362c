import { useQuery } from '@tanstack/react-query'
import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { callFunction } from '#web/lib/fetch/api.ts'
import { schedulingSettingsQuery } from '../scheduling/scheduling-queries.ts'
import { useSchedulingSave } from '../scheduling/use-scheduling-save.ts'

const texts = schedulingPageTexts.names

/** The setting that lets providers' private calendars name patients; off by default. */
export function CalendarNames({ slug }: { slug: string }) {
  const settings = useQuery(schedulingSettingsQuery(slug))
  const save = useSchedulingSave(slug, (calendarNames: boolean) =>
    callFunction('save-scheduling-settings', { version: settings.data?.version ?? 0, calendarNames }),
  )
  return (
    <SectionCard title={texts.title}>
      <p className="-mt-2 mb-4 text-form text-muted">{texts.lead}</p>
      {settings.isPending ? (
        <Skeleton className="h-10 rounded-control" />
      ) : !settings.data ? (
        <ErrorState title={schedulingPageTexts.failed} onRetry={() => void settings.refetch()} />
      ) : (
        <>
          <label htmlFor="calendar-names" className="flex items-center gap-3">
            <Checkbox
              id="calendar-names"
              aria-describedby="calendar-names-hint"
              checked={settings.data.calendarNames}
              disabled={save.isPending || settings.isFetching}
              onChange={(event) => save.mutate(event.target.checked)}
            />
            {texts.label}
          </label>
          <p id="calendar-names-hint" className="mt-2 text-note text-muted">
            {texts.hint}
          </p>
        </>
      )}
    </SectionCard>
  )
}

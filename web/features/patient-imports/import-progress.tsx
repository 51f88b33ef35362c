import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Progress } from '#web/components/ui/progress.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { ImportResult } from './import-result.tsx'
import { importQuery } from './queries.ts'

const texts = patientImportTexts.progress

export function ImportProgress({
  subdomain,
  importId,
  timeZone,
  next,
  onAgain,
}: {
  subdomain: string
  importId: string
  timeZone: string
  /** After the result of a finished import. */
  next: ReactNode
  onAgain(): void
}) {
  const { data: found, ...read } = useQuery(importQuery(subdomain, importId))
  if (read.isPending) {
    return (
      <Loading>
        <Skeleton className="h-48 rounded-card" />
      </Loading>
    )
  }
  if (!found) return <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  const done = found.added + found.filled + found.skipped.length
  if (!found.isDone) {
    return (
      <Card>
        <CardTitle>{texts.title}</CardTitle>
        <Progress className="mt-4" value={done} max={found.total} label={texts.title} />
        <p className="mt-2 tabular-nums">{texts.running(done, found.total)}</p>
        <CardNote>{texts.leave}</CardNote>
      </Card>
    )
  }
  return (
    <div className="space-y-6">
      <Card>
        <ImportResult found={found} subdomain={subdomain} timeZone={timeZone} />
        <div className="mt-5 flex flex-wrap gap-3">
          <Button asChild>
            <Link to={withClinic(paths.members)}>{texts.toMembers}</Link>
          </Button>
          <Button variant="outline" onClick={onAgain}>
            {texts.again}
          </Button>
        </div>
      </Card>
      {!found.undone && next}
    </div>
  )
}

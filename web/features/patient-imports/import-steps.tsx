import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type ColumnChoice, recognizeColumns } from '#domain/patient-imports/columns.ts'
import type { ConfirmedImport, PlanName } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseFile } from './choose-file.tsx'
import type { DateAnswers } from './date-questions.tsx'
import type { ReadFile } from './read-file.ts'
import { rowsOf } from './rows-of.ts'

const DryRun = lazy(() => loadPart(() => import('./dry-run.tsx').then((part) => ({ default: part.DryRun }))))

const noAnswers: DateAnswers = { dateOrder: null, century: null }

/** File, columns, dry run, confirmation. Changing an earlier step resets the later ones. */
export function ImportSteps({ clinic, onStarted }: { clinic: Clinic; onStarted(importId: string): void }) {
  const [file, setFile] = useState<ReadFile | null>(null)
  const [columns, setColumns] = useState<ColumnChoice>({})
  const [answers, setAnswers] = useState(noAnswers)
  const [turnsNames, setTurnsNames] = useState(true)
  const [planNames, setPlanNames] = useState<PlanName[]>([])
  // one per dry run: a second click, or a retry after a lost answer, imports once
  const [attempt, setAttempt] = useState('')
  const queries = useQueryClient()
  const sent = { rows: rowsOf(file, columns), ...answers, turnsNames, planNames }
  const checking = useMutation({
    mutationFn: (plans: PlanName[]) => callFunction('check-patient-import', { ...sent, planNames: plans }),
    onSuccess: () => setAttempt(crypto.randomUUID()),
  })
  const importing = useMutation({
    mutationFn: (confirmed: ConfirmedImport) =>
      callFunction('import-patients', { ...sent, attempt, ...confirmed }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: clinicKey(clinic.subdomain, 'members') })
      onStarted(id)
    },
  })
  // a dry run stays visible while plan names are checked again
  const [dryRun, setDryRun] = useState<typeof checking.data>(undefined)
  const check = (plans: PlanName[]) => checking.mutate(plans, { onSuccess: setDryRun })
  const startOver = () => {
    checking.reset()
    importing.reset()
    setDryRun(undefined)
    setPlanNames([])
  }
  return (
    <div className="space-y-6">
      {/* the browser retains no file across a reload, so the answers would have nothing to belong to */}
      <LeaveGuard isDirty={file !== null && !importing.isSuccess} />
      <ChooseFile
        file={file}
        onRead={(read) => {
          startOver()
          setAnswers(noAnswers)
          setFile(read)
          setColumns(recognizeColumns(read.head))
        }}
      />
      {file && (
        <ChooseColumns
          file={file}
          columns={columns}
          answers={answers}
          turnsNames={turnsNames}
          timeZone={clinic.time_zone}
          isBusy={checking.isPending}
          onColumns={(chosen) => {
            startOver()
            setAnswers(noAnswers)
            setColumns(chosen)
          }}
          onAnswers={(answered) => {
            startOver()
            setAnswers(answered)
          }}
          onTurnsNames={(turns) => {
            startOver()
            setTurnsNames(turns)
          }}
          onCheck={() => {
            importing.reset()
            check(planNames)
          }}
        />
      )}
      {checking.isError && (
        <Notice tone="danger">{refusalSentence(checking.error) ?? patientImportTexts.columns.failed}</Notice>
      )}
      {file && dryRun && (
        <Suspense fallback={<DryRunSkeleton />}>
          <DryRun
            file={file}
            columns={columns}
            currency={clinic.currency}
            run={dryRun}
            planNames={planNames}
            isChecking={checking.isPending}
            isBusy={importing.isPending}
            failure={
              importing.isError
                ? (refusalSentence(importing.error) ?? patientImportTexts.confirm.failed)
                : null
            }
            onPlanNames={(plans) => {
              setPlanNames(plans)
              importing.reset()
              check(plans)
            }}
            onImport={(confirmed) => importing.mutate(confirmed)}
          />
        </Suspense>
      )}
    </div>
  )
}

function DryRunSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-48 rounded-card" />
    </Loading>
  )
}

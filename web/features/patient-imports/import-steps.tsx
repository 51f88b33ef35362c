import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ColumnChoice, importFields, recognizeColumns } from '#domain/patient-imports/columns.ts'
import type { DateOrder } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseFile } from './choose-file.tsx'
import { DryRun } from './dry-run.tsx'
import type { ReadFile } from './read-file.ts'

/** File, columns, dry run, confirmation. Changing an earlier step resets the later ones. */
export function ImportSteps({ clinic, onStarted }: { clinic: Clinic; onStarted(importId: string): void }) {
  const [file, setFile] = useState<ReadFile | null>(null)
  const [columns, setColumns] = useState<ColumnChoice>({})
  const [dateOrder, setDateOrder] = useState<DateOrder>(clinic.currency === 'usd' ? 'mdy' : 'dmy')
  // one per dry run: a second click, or a retry after a lost answer, imports once
  const [attempt, setAttempt] = useState('')
  const queries = useQueryClient()
  const checking = useMutation({
    mutationFn: () => callFunction('check-patient-import', { rows: rowsOf(file, columns), dateOrder }),
    onSuccess: () => setAttempt(crypto.randomUUID()),
  })
  const importing = useMutation({
    mutationFn: (invites: boolean) =>
      callFunction('import-patients', { rows: rowsOf(file, columns), dateOrder, attempt, invites }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: clinicKey(clinic.subdomain, 'members') })
      onStarted(id)
    },
  })
  const startOver = () => {
    checking.reset()
    importing.reset()
  }
  return (
    <div className="space-y-6">
      <ChooseFile
        file={file}
        onRead={(read) => {
          startOver()
          setFile(read)
          setColumns(recognizeColumns(read.head))
        }}
      />
      {file && (
        <ChooseColumns
          file={file}
          columns={columns}
          dateOrder={dateOrder}
          isBusy={checking.isPending}
          onColumns={(chosen) => {
            startOver()
            setColumns(chosen)
          }}
          onDateOrder={(order) => {
            startOver()
            setDateOrder(order)
          }}
          onCheck={() => {
            importing.reset()
            checking.mutate()
          }}
        />
      )}
      {checking.isError && (
        <Notice tone="danger">{refusalSentence(checking.error) ?? patientImportTexts.columns.failed}</Notice>
      )}
      {file && checking.data && (
        <DryRun
          key={attempt}
          file={file}
          columns={columns}
          rows={checking.data.rows}
          isBusy={importing.isPending}
          failure={
            importing.isError ? (refusalSentence(importing.error) ?? patientImportTexts.confirm.failed) : null
          }
          onImport={(invites) => importing.mutate(invites)}
        />
      )}
    </div>
  )
}

/** Sends chosen columns only; the server refuses values that are too long. */
function rowsOf(file: ReadFile | null, columns: ColumnChoice) {
  return (file?.rows ?? []).map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      importFields.flatMap((field) => {
        const column = columns[field]
        return column === undefined ? [] : [[field, cells[column] ?? '']]
      }),
    ),
  }))
}

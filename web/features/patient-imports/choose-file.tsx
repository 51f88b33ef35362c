import { useMutation } from '@tanstack/react-query'
import { Download, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { importFields } from '#domain/patient-imports/columns.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { byteOrderMark, csvLine } from '#domain/values/csv.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { downloadFile } from '#web/lib/files/download-file.ts'
import { type ReadFile, readImportFile, UnclearEncoding, UnreadableFile } from './read-file.ts'
import type { Encoding } from './text-encoding.ts'

const texts = patientImportTexts.file

/** Reads a chosen CSV file in the browser; nothing is sent yet. */
export function ChooseFile({ file, onRead }: { file: ReadFile | null; onRead(file: ReadFile): void }) {
  const chooser = useRef<HTMLInputElement>(null)
  const reading = useMutation({
    mutationFn: ({ chosen, encoding }: { chosen: File; encoding?: Encoding }) =>
      readImportFile(chosen, encoding),
    onSuccess: onRead,
  })
  const unclear = reading.error instanceof UnclearEncoding ? reading.error : null
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>{texts.hint}</CardNote>
      <CardNote>{texts.columns}</CardNote>
      {file && <p className="mt-4 font-semibold break-words">{texts.chosen(file.name, file.rows.length)}</p>}
      {unclear && (
        <Notice tone="warning" title={texts.encodingTitle} className="mt-4">
          <p>{unclear.message}</p>
          <ul className="mt-4 flex flex-col items-start gap-3">
            {unclear.choices.map(({ encoding, label, sample }) => (
              <li key={encoding}>
                <Button variant="outline" onClick={() => reading.mutate({ chosen: unclear.file, encoding })}>
                  {`${sample} (${label})`}
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {reading.error && !unclear && (
        <Notice tone="danger" className="mt-4">
          {reading.error instanceof UnreadableFile ? reading.error.message : texts.notText}
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant={file ? 'outline' : 'primary'} onClick={() => chooser.current?.click()}>
          <FileUp aria-hidden />
          {file ? texts.other : texts.button}
        </Button>
        {!file && (
          <Button variant="quiet" onClick={downloadExample}>
            <Download aria-hidden />
            {texts.example}
          </Button>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        className="hidden"
        aria-label={texts.title}
        accept=".csv,.tsv,.txt,text/csv"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) reading.mutate({ chosen })
          event.target.value = ''
        }}
      />
    </Card>
  )
}

function downloadExample(): void {
  const fields = importFields.filter((field) => field !== 'fullName')
  const head = csvLine(fields.map((field) => patientImportTexts.fields[field]))
  const row = csvLine(fields.map((field) => patientImportTexts.exampleRow[field]))
  downloadFile(texts.exampleName, byteOrderMark + head + row, { type: 'text/csv;charset=utf-8' })
}

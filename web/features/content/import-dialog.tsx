import { CircleAlert, CircleCheck, FileUp, FolderUp, RotateCcw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { importable, importType } from '#domain/content/imports.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent, DialogTrigger } from '#web/components/ui/dialog.tsx'
import { Progress } from '#web/components/ui/progress.tsx'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { CategoryField } from './category-field.tsx'
import { importFile, NotImported } from './import-file.ts'

const texts = contentTexts.import

interface Row {
  key: string
  file: File
  state: 'waiting' | 'running' | 'done' | 'failed'
  share: number
  failure: string | null
}

/** Imports files, or a folder of Markdown, as drafts. @param children the button that opens it */
export function ImportDialog({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open || !isBusy) && setOpen(open)}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent title={texts.title} description={texts.lead}>
        <Import isBusy={isBusy} onBusy={setBusy} onClose={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function Import({
  isBusy,
  onBusy,
  onClose,
}: {
  isBusy: boolean
  onBusy(isBusy: boolean): void
  onClose(): void
}) {
  const refresh = useRefreshClinic()
  const [category, setCategory] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [rows, setRows] = useState<readonly Row[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const done = rows.filter(({ state }) => state === 'done').length

  const change = (key: string, to: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...to } : row)))

  async function run(some: readonly Row[]): Promise<void> {
    onBusy(true)
    for (const { key, file } of some) {
      change(key, { state: 'running', share: 0, failure: null })
      try {
        await importFile(file, category, (share) => change(key, { share }))
        change(key, { state: 'done', share: 1 })
      } catch (error) {
        const failure = error instanceof NotImported ? error.message : refusalSentence(error)
        change(key, { state: 'failed', failure: failure ?? contentTexts.tryAgain })
      }
    }
    onBusy(false)
    await refresh()
  }

  function add(chosen: FileList | null): void {
    // from a folder, only importable files that are not hidden
    const all = [...(chosen ?? [])].filter(({ name }) => !name.startsWith('.'))
    const wanted = all.filter(({ name }) => importType(name) !== null)
    setLeftOut(all.length - wanted.length)
    const added = wanted.map(
      (file): Row => ({ key: crypto.randomUUID(), file, state: 'waiting', share: 0, failure: null }),
    )
    setRows((now) => [...now, ...added])
    void run(added)
  }

  function choose(input: HTMLInputElement | null): void {
    setMissing(category === '')
    if (category !== '') input?.click()
  }

  return (
    <div className="space-y-5">
      <CategoryField
        value={category}
        error={isMissing ? contentTexts.validation.category : undefined}
        onChange={(name) => {
          setCategory(name)
          setMissing(false)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabled={isBusy} onClick={() => choose(files.current)}>
          <FileUp aria-hidden />
          {texts.files}
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={() => choose(folder.current)}>
          <FolderUp aria-hidden />
          {texts.folder}
        </Button>
      </div>
      <p className="text-note text-muted">{texts.hint}</p>
      <p role="status" className="text-form empty:hidden">
        {leftOut > 0 && texts.leftOut(leftOut)}
      </p>
      <input
        ref={files}
        type="file"
        multiple
        accept={importable}
        className="hidden"
        onChange={({ target }) => {
          add(target.files)
          target.value = ''
        }}
      />
      <input
        ref={folder}
        type="file"
        // missing in the types, supported by every browser
        {...{ webkitdirectory: '' }}
        className="hidden"
        onChange={({ target }) => {
          add(target.files)
          target.value = ''
        }}
      />
      {rows.length > 0 && (
        <>
          <p role="status" className="text-form">
            {texts.progress(done, rows.length)}
          </p>
          <ul className="max-h-72 space-y-2 overflow-y-auto">
            {rows.map((row) => (
              <ImportRow key={row.key} row={row} isBusy={isBusy} onRetry={() => void run([row])} />
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </div>
  )
}

function ImportRow({
  row: { file, state, share, failure },
  isBusy,
  onRetry,
}: {
  row: Row
  isBusy: boolean
  onRetry(): void
}) {
  return (
    <li className="flex items-center gap-3 rounded-control border border-line px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate text-form">{file.name}</p>
        {state === 'running' && (
          <Progress className="mt-1.5 w-full" value={share} max={1} label={texts.importing(file.name)} />
        )}
        {failure && (
          <p role="alert" className="mt-1 flex items-start gap-1.5 text-note font-semibold text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 flex-none" />
            {failure}
          </p>
        )}
      </div>
      {state === 'done' && <CircleCheck aria-label={texts.done} className="size-5 text-success" />}
      {state === 'failed' && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={texts.retry(file.name)}
          disabled={isBusy}
          onClick={onRetry}
        >
          <RotateCcw aria-hidden />
        </Button>
      )}
    </li>
  )
}

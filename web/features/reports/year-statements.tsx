import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { reportTexts } from '#domain/texts/reports.ts'
import { Field } from '#web/components/form/field.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { downloadFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'

const texts = reportTexts.years
const shownYears = 5

/** The statements of all patients for a year. @param today in the clinic's zone */
export function YearStatements({ today }: { today: string }) {
  const current = Number(today.slice(0, 4))
  const years = Array.from({ length: shownYears }, (_, back) => current - back)
  const [year, choose] = useState(current)
  const download = useMutation({
    mutationFn: async () => {
      const { fileName, content } = await downloadFunction('export-year-statements', { year })
      downloadFile(fileName, content, { type: 'application/zip' })
      return fileName
    },
    onSuccess: (fileName) => toast.success(texts.done, { description: fileName }),
    onError: (error) =>
      toast.error(
        texts.failed,
        refusalCode(error) === 'not_found' ? { description: texts.none } : describeRefusal(error),
      ),
  })
  return (
    <SectionCard title={texts.title} note={texts.lead}>
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-32">
          <Field label={texts.label}>
            {(control) => (
              <Select {...control} value={year} onChange={({ target }) => choose(Number(target.value))}>
                {years.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Button variant="outline" disabled={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? <Spinner /> : <Download aria-hidden />}
          {texts.button}
        </Button>
      </div>
    </SectionCard>
  )
}

import { useState } from 'react'
import type { DryRun, SharedAddress } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Select } from '#web/components/ui/select.tsx'

const texts = patientImportTexts.shared
const shownAtFirst = 8

/** Asks which patient gets the account of an address that several have. */
export function SharedAddresses({
  run: { rows, shared },
  holders,
  onHolders,
}: {
  run: DryRun
  holders: ReadonlySet<number>
  onHolders(holders: ReadonlySet<number>): void
}) {
  const [isAll, setAll] = useState(false)
  if (shared.length === 0) return null
  const nameOf = new Map(rows.map(({ line, name }) => [line, name]))
  const choose = ({ lines }: SharedAddress, holder: number | null) => {
    const others = [...holders].filter((line) => !lines.includes(line))
    onHolders(new Set(holder === null ? others : [...others, holder]))
  }
  const shown = isAll ? shared : shared.slice(0, shownAtFirst)
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>{texts.hint}</CardNote>
      <div className="mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {shown.map((address) =>
          address.isTaken ? (
            <p key={address.email} className="min-w-0 break-words">
              {texts.taken(address.email)} {address.lines.map((line) => nameOf.get(line)).join(', ')}
            </p>
          ) : (
            <Field
              key={address.email}
              label={texts.label(address.email)}
              hint={address.others.length > 0 ? texts.others(address.others.join(', ')) : undefined}
            >
              {(control) => (
                <Select
                  {...control}
                  value={address.lines.find((line) => holders.has(line)) ?? ''}
                  onChange={({ target }) =>
                    choose(address, target.value === '' ? null : Number(target.value))
                  }
                >
                  <option value="">{texts.none}</option>
                  {address.lines.map((line) => (
                    <option key={line} value={line}>
                      {nameOf.get(line)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ),
        )}
      </div>
      {shown.length < shared.length && (
        <Button variant="outline" className="mt-5" onClick={() => setAll(true)}>
          {texts.more(shared.length - shown.length)}
        </Button>
      )}
    </Card>
  )
}

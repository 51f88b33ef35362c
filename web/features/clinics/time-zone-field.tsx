import { useEffect, useMemo, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { formatTime } from '#domain/values/dates.ts'
import { Field } from '#web/components/form/field.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { serverNow } from '#web/lib/page/clock.ts'
import { zoneGroups } from './time-zones.ts'

const texts = clinicTexts.profile
const refreshMs = 10_000

export function TimeZoneField({
  registration,
  chosen,
  error,
}: {
  registration: UseFormRegisterReturn
  chosen: string
  error: string | undefined
}) {
  const groups = useMemo(() => zoneGroups(chosen), [chosen])
  const now = useNow()
  return (
    <Field label={texts.timeZone} error={error} hint={texts.timeZoneHint(formatTime(now, chosen))}>
      {(control) => (
        <Select {...control} {...registration}>
          {groups.map(({ region, zones }) => (
            <optgroup key={region} label={region}>
              {zones.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  )
}

function useNow(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

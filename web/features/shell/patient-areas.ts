import { BookOpen, CalendarDays, House, UserRound, Wallet } from 'lucide-react'
import { paths } from '#domain/paths.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import type { Area } from './area.ts'

export const patientAreas: readonly Area[] = [
  { path: paths.home, label: shellTexts.patientAreas.home, icon: House },
  { path: paths.appointments, label: shellTexts.patientAreas.appointments, icon: CalendarDays },
  { path: paths.learn, label: shellTexts.patientAreas.learn, icon: BookOpen },
  { path: paths.pay, label: shellTexts.patientAreas.pay, icon: Wallet },
  { path: paths.profile, label: shellTexts.patientAreas.profile, icon: UserRound },
]

/** True on the area's pages. A plan's value belongs to Pay, which leads to it and back. */
export function isCurrentArea(path: string, pathname: string): boolean {
  const isWithin = (area: string) => pathname === area || pathname.startsWith(`${area}/`)
  if (isWithin(paths.homeValue)) return path === paths.pay
  return isWithin(path)
}

import { Building2, LogOut } from 'lucide-react'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { activeMemberships, hasSeveralRoles, isTeamRole } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { currentClinicSlug } from '#web/lib/clinic/clinic-address.ts'
import { chooseTheme, chosenTheme, type Theme } from '#web/lib/page/theme.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { landingUrl } from './landing.ts'

const texts = shellTexts.ownMenu
const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: texts.system },
  { value: 'light', label: texts.light },
  { value: 'dark', label: texts.dark },
]

export function OwnMenu({ children, side }: { children: ReactElement; side?: 'top' | 'bottom' }) {
  const { user, memberships } = useSession()
  const [theme, setTheme] = useState(chosenTheme)
  const slug = currentClinicSlug()
  const otherClinics = activeMemberships(memberships).filter(
    ({ clinic }) => clinic && clinic.subdomain !== slug,
  )

  // distinguishes clinics where the user is a patient from those where they work
  const namesRoles = hasSeveralRoles(memberships)

  function changeTheme(value: string): void {
    chooseTheme(value as Theme)
    setTheme(value as Theme)
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent side={side}>
        <DropdownMenuLabel>
          {texts.signedInAs}
          <span className="block truncate font-semibold text-ink">{user?.email}</span>
        </DropdownMenuLabel>
        {otherClinics.length > 0 && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuLabel>{texts.otherClinics}</DropdownMenuLabel>
            {otherClinics.map(({ id, role, clinic }) => (
              <DropdownMenuItem key={id} asChild>
                <a
                  href={landingUrl({
                    area: isTeamRole(role) ? 'clinic' : 'home',
                    subdomain: clinic?.subdomain ?? null,
                  })}
                >
                  <Building2 aria-hidden />
                  <span className="min-w-0">
                    {clinic?.name}
                    {namesRoles && (
                      <span className="block text-note text-muted">
                        {isTeamRole(role) ? texts.asTeam : texts.asPatient}
                      </span>
                    )}
                  </span>
                </a>
              </DropdownMenuItem>
            ))}
          </>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{texts.appearance}</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme} onValueChange={changeTheme}>
          {themes.map(({ value, label }) => (
            <DropdownMenuRadioItem key={value} value={value} onSelect={(event) => event.preventDefault()}>
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to={paths.logout}>
            <LogOut aria-hidden />
            {texts.signOut}
          </Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

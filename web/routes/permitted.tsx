import type { ComponentType } from 'react'
import type { Permission } from '#domain/permissions.ts'

type LoadPage = () => Promise<{ default: ComponentType }>

/** Loads a page for admins, and for staff with the permission. */
export function permitted(permission: Permission, load: LoadPage): LoadPage {
  return async () => {
    const [{ default: Page }, { RequirePermission }] = await Promise.all([
      load(),
      import('./require-permission.tsx'),
    ])
    return {
      default: () => (
        <RequirePermission permission={permission}>
          <Page />
        </RequirePermission>
      ),
    }
  }
}

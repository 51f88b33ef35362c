import type { Permission } from '#domain/permissions.ts'
import type { PageModule } from '../lib/page/page-loads.ts'

/** Loads a page for admins, and for staff with the permission. */
export function permitted(
  permission: Permission,
  load: () => Promise<PageModule>,
): () => Promise<PageModule> {
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

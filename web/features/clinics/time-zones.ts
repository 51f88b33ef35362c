export interface ZoneGroup {
  region: string
  zones: { name: string; label: string }[]
}

/** @param current the zone in use, offered even if the browser's list lacks it */
export function zoneGroups(
  current: string,
  known: readonly string[] = Intl.supportedValuesOf('timeZone'),
): ZoneGroup[] {
  const names = [...new Set([...known, current, 'UTC'])].sort()
  const byRegion = Map.groupBy(names, (name) =>
    name.includes('/') ? name.slice(0, name.indexOf('/')) : 'UTC',
  )
  return [...byRegion].map(([region, zones]) => ({
    region: region.replaceAll('_', ' '),
    zones: zones.map((name) => ({ name, label: labelOf(name) })),
  }))
}

/** `America/Argentina/Buenos_Aires` → "Argentina, Buenos Aires". */
function labelOf(name: string): string {
  const parts = name.split('/')
  return (parts.length > 1 ? parts.slice(1) : parts).join(', ').replaceAll('_', ' ')
}

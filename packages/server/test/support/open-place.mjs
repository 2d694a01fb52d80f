/**
 * Opens the installation that a test has made, in a process of its own; the build is loaded by its path.
 *
 * @param {string} built
 * @param {string} location JSON: `{ directory }`, or `{ url, keyRing }` on PostgreSQL.
 */
export async function openPlace(built, location) {
  const { openDataDirectory, openPostgresInstallation } = await import(built)
  const { directory, ...postgres } = JSON.parse(location)
  return directory === undefined ? openPostgresInstallation(postgres) : openDataDirectory(directory, {})
}

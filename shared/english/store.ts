import type { storeValues } from '../failures/store.ts';
import type { TextsOf } from '../failures/texts.ts';

/** Explanations about the store as a whole, its repair and its backups, in English. */
export const storeTexts: TextsOf<typeof storeValues> = {
  'catalogue-missing': ({ file, versions, folder }, f) =>
    `The catalogue ${file} is missing, but there are ${versions > 0 ? `files of ${f.number(versions)} ${f.plural(versions, 'version', 'versions')}` : 'records of namespaces, datasets or accounts'} beside it. Nothing was changed or removed. Put the file back, or rebuild it from those files: almanac repair --data "${folder}"`,
  'catalogue-empty': ({ file, versions, folder }, f) =>
    `The catalogue ${file} is empty, but there are ${versions > 0 ? `files of ${f.number(versions)} ${f.plural(versions, 'version', 'versions')}` : 'records of namespaces, datasets or accounts'} beside it. Nothing was changed or removed. Put the right file back, or rebuild it from those files: almanac repair --data "${folder}"`,
  'catalogue-of-another-store': ({ file, versions, folder }, f) =>
    `The catalogue ${file} does not belong to the ${f.number(versions)} ${f.plural(versions, 'version', 'versions')} beside it. Nothing was changed or removed. Put the right file back, or add those versions to it: almanac repair --data "${folder}"`,
  'catalogue-damaged': ({ file, found, folder }) =>
    `The catalogue ${file} is damaged (${found}). Nothing was changed. Put the file back from a backup, or rebuild it from the files beside it: almanac repair --data "${folder}"`,
  'store-repaired': ({ datasets, versions }, f) =>
    `${f.number(datasets)} ${f.plural(datasets, 'dataset', 'datasets')} ${f.plural(datasets, 'was', 'were')} restored and ${f.number(versions)} ${f.plural(versions, 'version', 'versions')} verified. Passwords and tokens cannot be restored.`,
  'made-private': ({ names }) => `Now private, because it is uncertain who could read them: ${names}.`,
  'rows-recovered': ({ versions }, f) =>
    `Of ${f.number(versions)} ${f.plural(versions, 'version', 'versions')} only the rows were left; they are in a private namespace.`,
  'versions-broken': ({ versions }, f) =>
    `The files of ${f.number(versions)} ${f.plural(versions, 'version', 'versions')} are missing or damaged.`,
  'without-password': ({ names }) => `These accounts need a new password: ${names}.`,
  'backup-no-store': ({ folder }) => `There is no store in ${folder}.`,
  'backup-inside': ({ target, folder }) =>
    `The backup cannot be written to ${target}, which is inside the store ${folder} itself. Choose a place outside it, ideally on another disk.`,
  'backup-not-ours': ({ target }) =>
    `${target} contains something other than a backup of Almanac. Nothing was changed. Choose an empty or new folder, or a new file whose name ends with .tar.`,
  'backup-other-store': ({ target }) =>
    `${target} contains the backup of another store. Nothing was changed. Choose another place for this one.`,
  'backup-newer': ({ source }) =>
    `The backup ${source} was made by a newer Almanac. Nothing was changed. Install the newer Almanac to use it.`,
  'backup-in-use': ({ target }) =>
    `Another process is writing the backup ${target} at the moment. Try again when it has ended.`,
  'backup-no-room': ({ folder, needed, free }, f) =>
    `There is not enough space in ${folder}: ${f.number(needed)} MiB are needed, ${f.number(free)} MiB are free. Nothing was changed. Free some space, or choose another disk.`,
  'backup-disk-full': ({ place }) =>
    `The disk became full while ${place} was used. Existing files are unchanged. Free some space and try again.`,
  'backup-place': ({ place, reason }) =>
    `${place} cannot be read or written (${reason}). Existing files are unchanged. Check the disk and the permissions.`,
  'backup-outrun':
    'Datasets were deleted faster than they could be copied. The previous backup is unchanged. Try again later.',
  'backup-none': ({ source }) => `There is no backup of Almanac at ${source}.`,
  'backup-incomplete': ({ source }) =>
    `The backup ${source} is incomplete: it is truncated. Nothing was changed. Use another one, or back up again.`,
  'backup-list-damaged': ({ source }) =>
    `The list of files in the backup ${source} is damaged, or was changed by hand. Nothing was changed. Use another backup.`,
  'backup-odd-entry': ({ source, name }) =>
    `The backup ${source} contains an entry that no backup of Almanac has, named ${name}. Nothing was changed. Use only backups from sources that you trust.`,
  'backup-content-missing': ({ source, file }) =>
    `The backup ${source} is damaged: the content of ${file} is missing. Nothing was changed. Use another backup, or restore the intact part of this one: almanac restore "${source}" --skip-damaged`,
  'backup-content-differs': ({ source, file }) =>
    `The backup ${source} is damaged: the content of ${file} is not what was written. Nothing was changed. Use another backup, or restore the intact part of this one: almanac restore "${source}" --skip-damaged`,
  'restore-not-empty': ({ folder }) =>
    `The store ${folder} is not empty. Nothing was changed. With --replace it is moved aside, and the backup is restored in its place.`,
  'settings-not-json': ({ file, problem }) => `${file} cannot be read as JSON: ${problem}.`,
  'settings-none': ({ file }) => `${file} contains no settings of Almanac.`,
  'settings-newer': ({ file }) => `${file} was written by a newer Almanac. Install the newer Almanac to import it.`,
  'settings-wrong': ({ file, place, problem }) =>
    `${file} cannot be imported: ${place} ${problem}. Nothing was changed.`,
  'settings-address': ({ file, place, address }) =>
    `${file} cannot be imported: ${place} is not a web address (${address}). Nothing was changed.`,
  'file-not-written': ({ file, reason }) => `${file} cannot be written (${reason}).`,
  'restore-running': 'A backup is being restored into this store already.',
  'system-no-access': ({ mark }) => `this user may not use it${mark}`,
  'system-no-change': ({ mark }) => `this user may not change it${mark}`,
  'system-read-only': ({ mark }) => `its disk is read-only${mark}`,
  'system-disk-full': ({ mark }) => `its disk is full${mark}`,
  'system-quota': ({ mark }) => `the quota of its disk is used up${mark}`,
  'system-io': ({ mark }) => `its disk cannot be read or written${mark}`,
  'system-file-for-folder': ({ mark }) => `it is a file where a folder is needed${mark}`,
  'system-folder-for-file': ({ mark }) => `it is a folder where a file is needed${mark}`,
  'system-broken-link': ({ mark }) => `it is a link that leads nowhere${mark}`,
  'system-path-long': ({ mark }) => `its path is too long${mark}`,
  'system-unopened': ({ mark }) => `it cannot be opened${mark}`,
  'store-unopened': ({ file, why }) =>
    `The store cannot be opened: ${file}: ${why}. Nothing was changed. Fix that (its kind, owner, permissions, or the space on its disk), or choose another folder.`,
  'store-unlocked': ({ file, why }) =>
    `The store cannot be locked: ${file} cannot be written: ${why}. Check that the folder is a folder, that it may be written to, and that its disk is not full.`,
  'store-in-use': ({ folder }) =>
    `The data folder ${folder} is in use by another running Almanac. Quit that one first, or choose another folder.`,
  'catalogue-unavailable': ({ server, why }) => `The catalogue at ${server} cannot be used: ${why}.`,
  'catalogue-server-newer': ({ server, found, known }) =>
    `The catalogue at ${server} was migrated by a newer Almanac (version ${found}, this one supports ${known}). Nothing was changed. Install the newer Almanac on this node.`,
  'catalogue-older-nodes': ({ server, nodes }) =>
    `The catalogue at ${server} has to be migrated, and nodes of an older Almanac that could not use it any more are running (${nodes}). Nothing was changed. Stop them first, then start this node.`,
  'catalogue-not-copied': ({ server }) =>
    `The catalogue of this store is in PostgreSQL (${server}), so Almanac’s own backup and repair do not apply. Back it up and restore it as any database of PostgreSQL, for instance with pg_dump.`,
  'catalogue-beside-server': ({ folder, server }) =>
    `The data folder ${folder} has a catalogue or rows of its own, which ${server} does not know. Nothing was changed. Choose a new folder for this node.`,
  'catalogue-of-another-server': ({ folder, server }) =>
    `The rows in ${folder} belong to another catalogue than the one at ${server}. Nothing was changed. Check the address, or choose a new folder for this node.`,
  'password-file': ({ file, code }) => `The file of the password, ${file}, cannot be read (${code}).`,
  'postgres-password': ({ said }) =>
    `PostgreSQL does not accept the password (${said}). Set ALMANAC_CATALOGUE_PASSWORD, or use --catalogue-password-file`,
  'postgres-user': ({ said }) =>
    `PostgreSQL does not admit this user (${said}). Check the user in the address, and pg_hba.conf`,
  'postgres-no-password': ({ said }) =>
    `PostgreSQL asks for a password, and none was given (${said}). Set ALMANAC_CATALOGUE_PASSWORD, or use --catalogue-password-file`,
  'postgres-no-database': ({ said }) => `the database does not exist (${said}). Create it, or correct the address`,
  'postgres-no-rights': ({ said }) =>
    `the user lacks a right (${said}). Make it the owner of the database, or grant what is missing`,
  'postgres-refused': ({ said }) =>
    `nothing listens there (${said}). Check that PostgreSQL is running, and the host and port`,
  'postgres-no-host': ({ said }) => `there is no such host (${said}). Check the address`,
  'postgres-silent': ({ said }) => `it does not answer (${said}). Check the network, and that PostgreSQL is running`,
  'postgres-too-many': ({ said }) =>
    `PostgreSQL has no free connection (${said}). Raise max_connections: each node uses up to 16`,
  'postgres-stopping': ({ said }) =>
    `PostgreSQL is starting or stopping (${said}). It is used again as soon as it answers`,
  'postgres-read-only': ({ said }) => `it is read-only (${said}). Use the address of the primary server`,
  'postgres-disk-full': ({ said }) => `the disk of PostgreSQL is full (${said})`,
  'postgres-busy': ({ said }) => `another node has kept writers waiting for too long (${said}). Try again`,
  'postgres-slow': ({ said }) => `PostgreSQL took too long for a statement (${said}). Try again`,
  'postgres-idle': ({ said }) =>
    `this node stopped in the middle of a change, which PostgreSQL has undone (${said}). Try again`,
  'postgres-no-tls': ({ said }) =>
    `PostgreSQL offers no encrypted connection there (${said}). Enable TLS in it, or leave sslmode out of the address`,
  'postgres-certificate': ({ said }) =>
    `the encrypted connection failed (${said}). Check sslmode and sslrootcert in the address`,
  'postgres-lost': ({ said }) => `the connection was lost (${said}). It is made again as soon as PostgreSQL answers`,
  'catalogue-nothing-to-move': ({ folder, server }) =>
    `The folder ${folder} has no catalogue that could be moved to or from ${server}. Nothing was changed. Check the folder and the address.`,
  'catalogue-not-empty': ({ where }) =>
    `${where} contains other records already. Nothing was changed. Choose an empty database.`,
  'catalogue-copy-differs': ({ where, tables }) =>
    `The copy in ${where} differs from the original (${tables}), so it was discarded. Nothing was changed. Check PostgreSQL, and try again.`,
  'catalogue-rows-elsewhere': ({ folder, missing }, f) =>
    `The rows of ${f.number(missing)} ${f.plural(missing, 'version are', 'versions are')} not in ${folder}, because another node published them. Nothing was changed. Move the catalogue back on a node that has all rows.`,
  'catalogue-newer': ({ found, known }) =>
    `This data folder was written by a newer Almanac (catalogue version ${found}, this one supports ${known}). Install the newer Almanac to open it.`,
  'port-taken': ({ port, address }) =>
    `Port ${port} cannot be used: another program has it, or it is reserved by the system. This computer’s own datasets are available at ${address} until Almanac is restarted.`,
  'copies-closed':
    'Some copies of other services’ datasets could be read by everyone who reaches this computer’s own service, though not everyone may read the original, or its service could not be asked. Now only you can read them:',
  'update-available': ({ version, own }) =>
    `Almanac ${version} is available; this is ${own}. The release page or your system’s packages have it.`,
  'store-of-another-user': ({ folder }) =>
    `The store cannot be opened: ${folder} belongs to another user of this computer, who could replace its files. Nothing was changed. Choose a folder of your own, or have its owner changed.`,
};

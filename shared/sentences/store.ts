/** What the backend says of a store as a whole, its repair and its copies. `{{name}}` is a value. */
export const storeSentences = {
  'catalogue-missing':
    'The catalogue {{file}} is missing, but there are files of {{versions}} versions beside it. Nothing was changed or removed. Put the file back, or rebuild it from those files: almanac repair --data "{{folder}}"',
  'catalogue-empty':
    'The catalogue {{file}} is empty, but there are files of {{versions}} versions beside it. Nothing was changed or removed. Put the right file back, or rebuild it from those files: almanac repair --data "{{folder}}"',
  'catalogue-foreign':
    'The catalogue {{file}} does not belong to the {{versions}} versions beside it. Nothing was changed or removed. Put the right file back, or take those versions into it: almanac repair --data "{{folder}}"',
  'catalogue-damaged':
    'The catalogue {{file}} is damaged ({{found}}). Nothing was changed. Put the file back from a back-up, or rebuild it from the files beside it: almanac repair --data "{{folder}}"',
  'store-repaired':
    '{{datasets}} datasets were restored and {{versions}} versions verified. Passwords and tokens cannot be restored.',
  'made-private': 'Private now, as it is not certain who might read them: {{names}}.',
  'rows-recovered': 'Of {{versions}} versions only the rows were left; they are in a private namespace.',
  'versions-broken': 'The files of {{versions}} versions are missing or damaged.',
  'without-password': 'These accounts need a new password: {{names}}.',
  'backup-no-store': 'There is no store in {{folder}}.',
  'backup-inside':
    'The back-up cannot be written to {{target}}, which is inside the store {{folder}} itself. Choose a place outside of it, best on another disk.',
  'backup-not-ours':
    '{{target}} holds something else than a back-up of Almanac. Nothing was changed. Choose an empty or new folder, or a new file whose name ends with .tar.',
  'backup-other-store':
    '{{target}} holds the back-up of another store. Nothing was changed. Choose another place for this one.',
  'backup-newer':
    'The back-up {{source}} was made by a newer Almanac. Nothing was changed. Install the newer Almanac to use it.',
  'backup-in-use': 'Another process is writing the back-up {{target}} at the moment. Try again when it has ended.',
  'backup-no-room':
    'There is not enough room in {{folder}}: {{needed}} MiB are needed, {{free}} MiB are free. Nothing was changed. Free some, or choose another disk.',
  'backup-disk-full':
    'The disk became full while {{place}} was used. What was there before is as it was. Free some room and try again.',
  'backup-place':
    '{{place}} cannot be read or written ({{reason}}). What was there before is as it was. Check the disk and the rights.',
  'backup-outrun':
    'Datasets were deleted faster than they could be copied. The back-up before is as it was. Try again later.',
  'backup-none': 'There is no back-up of Almanac at {{source}}.',
  'backup-incomplete':
    'The back-up {{source}} is incomplete: it was cut off before its end. Nothing was changed. Use another one, or back up again.',
  'backup-list-damaged':
    'The list of files in the back-up {{source}} is damaged, or was changed by hand. Nothing was changed. Use another back-up.',
  'backup-odd-entry':
    'The back-up {{source}} holds an entry that no back-up of Almanac has, named {{name}}. Nothing was changed. Do not use files of strangers as back-ups.',
  'backup-content-missing':
    'The back-up {{source}} is damaged: the content of {{file}} is missing. Nothing was changed. Use another back-up.',
  'backup-content-differs':
    'The back-up {{source}} is damaged: the content of {{file}} is not what was written. Nothing was changed. Use another back-up.',
  'restore-not-empty':
    'The store {{folder}} is not empty. Nothing was changed. With --replace it is put aside, and the back-up restored in its place.',
  'settings-not-json': '{{file}} cannot be read as JSON: {{problem}}.',
  'settings-none': '{{file}} holds no settings of Almanac.',
  'settings-newer': '{{file}} was written by a newer Almanac. Install the newer Almanac to import it.',
  'settings-wrong': '{{file}} cannot be imported: {{place}} {{problem}}. Nothing was changed.',
  'settings-address': '{{file}} cannot be imported: {{place}} is no web address ({{address}}). Nothing was changed.',
  'settings-not-written': '{{file}} cannot be written ({{reason}}).',
  'restore-running': 'A back-up is being restored into this store already.',
} as const;

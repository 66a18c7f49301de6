/**
 * How Parquet is written: row groups that are quick to skip and to read, and the geometry type in the schema itself
 * beside GeoParquet's metadata, which say nothing of a column without values.
 */
export const parquetOptions = "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 61440, GEOPARQUET_VERSION 'BOTH'";

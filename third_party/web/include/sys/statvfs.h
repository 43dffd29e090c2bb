/* WASI knows nothing about the disks behind its files: statvfs() fails with ENOSYS. std::filesystem's space() asks. */
#ifndef STALLSCOPE_SYS_STATVFS_H
#define STALLSCOPE_SYS_STATVFS_H

#ifdef __cplusplus
extern "C" {
#endif

struct statvfs {
  unsigned long f_bsize, f_frsize, f_blocks, f_bfree, f_bavail, f_files, f_ffree, f_favail, f_fsid, f_flag, f_namemax;
};
int statvfs(const char* path, struct statvfs* status);

#ifdef __cplusplus
}
#endif

#endif

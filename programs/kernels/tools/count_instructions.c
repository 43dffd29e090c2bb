// A plugin for qemu 7.2: counts the instructions a guest executes and writes the number into the
// file given as `out=FILE`. Debian packages no header for plugins, so the few declarations it takes
// are here (qemu's plugin interface, version 1).
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t PluginId;
typedef struct qemu_plugin_tb Block;
typedef struct qemu_plugin_insn Instruction;
typedef struct qemu_info_t Info;

enum { kAddToVariable = 0 };

extern void qemu_plugin_register_vcpu_tb_trans_cb(PluginId id,
                                                  void (*translated)(PluginId, Block*));
extern void qemu_plugin_register_atexit_cb(PluginId id, void (*ended)(PluginId, void*), void* data);
extern size_t qemu_plugin_tb_n_insns(const Block* block);
extern Instruction* qemu_plugin_tb_get_insn(const Block* block, size_t index);
extern void qemu_plugin_register_vcpu_insn_exec_inline(Instruction* at, int operation,
                                                       void* variable, uint64_t value);

EXPORT int qemu_plugin_version = 1;

static uint64_t executed;
static char* file;

static void translated(PluginId id, Block* block) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i)
    qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_tb_get_insn(block, i), kAddToVariable,
                                               &executed, 1);
}

static void ended(PluginId id, void* data) {
  (void)id;
  (void)data;
  FILE* const out = fopen(file, "w");
  if (out == NULL)
    return;
  fprintf(out, "%llu\n", (unsigned long long)executed);
  fclose(out);
}

EXPORT int qemu_plugin_install(PluginId id, const Info* info, int argc, char** argv) {
  (void)info;
  if (argc != 1 || strncmp(argv[0], "out=", 4) != 0)
    return 1;
  file = strdup(argv[0] + 4);
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, NULL);
  return 0;
}

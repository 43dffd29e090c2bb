mov eax, DWORD PTR [rbp-4]
 addq %eax, %rbx
 movl $5
 foo %rax
 movq 5(%eax), %rax
 jmp %rax
 addq (%rax), (%rbx)
 incq $5
 movq %fs:40, %rax
 vaddpd %ymm0, %ymm1, %ymm2
 movq (%rax,%rsp), %rcx
 leaq (%rax,%rbx,3), %rcx
 add $1, (%rax)
 call nowhere
 rep stosq
